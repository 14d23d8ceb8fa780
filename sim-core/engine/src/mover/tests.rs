use super::*;

#[test]
fn equal_values_are_stored_once() {
    let mut pool = Pool::default();
    let (one, other, again) = (pool.share("one"), pool.share("other"), pool.share("one"));
    assert!(Arc::ptr_eq(&one, &again) && !Arc::ptr_eq(&one, &other));
}

//! Memory that crosses the boundary without changing its owner, and structs that may grow.

use abi_stable::StableAbi;
use std::marker::PhantomData;

/// Values that the other side owns, to be read during the call. Where there are none the pointer may be null.
#[repr(C)]
#[derive(StableAbi, Debug)]
pub struct View<T> {
    /// First value.
    pub data: *const T,
    /// Number of values.
    pub len: usize,
}

/// Values that the other side owns, to be written during the call. Where there are none the pointer may be null.
#[repr(C)]
#[derive(StableAbi, Debug)]
pub struct ViewMut<T> {
    /// First value.
    pub data: *mut T,
    /// Number of values.
    pub len: usize,
}

/// Text in UTF-8, without a zero at its end.
pub type Text = View<u8>;

/// Records of a type that may grow, to be read. A reader that knows fewer fields than the writer leaves the rest of each
/// record alone; one that knows more finds its own defaults there.
#[repr(C)]
#[derive(StableAbi, Debug)]
pub struct Rows<T> {
    /// First record.
    pub data: *const T,
    /// Number of records.
    pub len: usize,
    /// Bytes from one record to the next: what the writer takes for the size of a record.
    pub stride: usize,
}

/// Records of a type that may grow, to be written. A writer that knows fewer fields than the reader sets the rest of each
/// record to zero.
#[repr(C)]
#[derive(StableAbi, Debug)]
pub struct RowsMut<T> {
    /// First record.
    pub data: *mut T,
    /// Number of records.
    pub len: usize,
    /// Bytes from one record to the next: what the reader takes for the size of a record.
    pub stride: usize,
}

macro_rules! copied {
    ($($name:ident)*) => {
        $(
            impl<T> Clone for $name<T> {
                fn clone(&self) -> Self {
                    *self
                }
            }
            impl<T> Copy for $name<T> {}
        )*
    };
}
copied!(View ViewMut Rows RowsMut);

/// Plain data whose type may grow: any bytes of the right length are a value, zeros too.
///
/// # Safety
/// The type is `repr(C)`, without references, enums or other types for which some bytes are no value.
pub unsafe trait Record: Copy + Default + 'static {}

impl<T> View<T> {
    /// No values.
    pub const EMPTY: Self = Self { data: std::ptr::null(), len: 0 };

    /// A view of a slice, for the length of a call.
    #[inline]
    pub const fn of(slice: &[T]) -> Self {
        Self { data: slice.as_ptr(), len: slice.len() }
    }

    /// The values.
    ///
    /// # Safety
    /// The memory holds `len` values and is not written for `'a`.
    #[inline]
    pub const unsafe fn as_slice<'a>(self) -> &'a [T] {
        if self.len == 0 {
            return &[];
        }
        // SAFETY: the caller's promise; without values the pointer is not looked at.
        unsafe { std::slice::from_raw_parts(self.data, self.len) }
    }
}

impl Text {
    /// A view of a text, for the length of a call.
    #[inline]
    pub const fn text(text: &str) -> Self {
        Self { data: text.as_ptr(), len: text.len() }
    }

    /// The text, or what is readable of it where it is not UTF-8.
    ///
    /// # Safety
    /// As [`View::as_slice`].
    pub unsafe fn read<'a>(self) -> std::borrow::Cow<'a, str> {
        // SAFETY: the caller's promise.
        String::from_utf8_lossy(unsafe { self.as_slice() })
    }
}

impl<T> ViewMut<T> {
    /// No values.
    pub const EMPTY: Self = Self { data: std::ptr::null_mut(), len: 0 };

    /// A view of a slice, for the length of a call.
    #[inline]
    pub const fn of(slice: &mut [T]) -> Self {
        Self { data: slice.as_mut_ptr(), len: slice.len() }
    }

    /// The values.
    ///
    /// # Safety
    /// The memory holds `len` values, and nobody else reads or writes them for `'a`.
    #[inline]
    pub const unsafe fn as_slice<'a>(self) -> &'a mut [T] {
        if self.len == 0 {
            return &mut [];
        }
        // SAFETY: the caller's promise; without values the pointer is not looked at.
        unsafe { std::slice::from_raw_parts_mut(self.data, self.len) }
    }

    /// Writes as many values as there is room for and gives how many there are.
    ///
    /// # Safety
    /// As [`ViewMut::as_slice`].
    #[inline]
    pub unsafe fn fill(self, all: &[T]) -> usize
    where
        T: Copy,
    {
        // SAFETY: the caller's promise.
        let out = unsafe { self.as_slice() };
        let count = all.len().min(out.len());
        out[..count].copy_from_slice(&all[..count]);
        all.len()
    }
}

impl<T: Record> Rows<T> {
    /// No records.
    pub const EMPTY: Self = Self { data: std::ptr::null(), len: 0, stride: size_of::<T>() };

    /// A view of a slice, for the length of a call.
    #[inline]
    pub const fn of(slice: &[T]) -> Self {
        Self { data: slice.as_ptr(), len: slice.len(), stride: size_of::<T>() }
    }

    /// A record.
    ///
    /// # Panics
    /// When there is no such record.
    ///
    /// # Safety
    /// The memory holds `len` records `stride` bytes apart.
    #[inline]
    pub unsafe fn get(self, index: usize) -> T {
        assert!(index < self.len, "record {index} of {}", self.len);
        // SAFETY: the record lies within the memory that the caller has promised.
        let record = unsafe { self.data.byte_add(index * self.stride) };
        if self.stride == size_of::<T>() {
            // SAFETY: a whole record of our own size lies there.
            return unsafe { record.read_unaligned() };
        }
        // SAFETY: a record of `stride` bytes lies there.
        unsafe { read_known(record, self.stride) }
    }
}

impl<T: Record> RowsMut<T> {
    /// No records.
    pub const EMPTY: Self = Self { data: std::ptr::null_mut(), len: 0, stride: size_of::<T>() };

    /// A view of a slice, for the length of a call.
    #[inline]
    pub const fn of(slice: &mut [T]) -> Self {
        Self { data: slice.as_mut_ptr(), len: slice.len(), stride: size_of::<T>() }
    }

    /// The same records, to be read.
    #[inline]
    pub const fn rows(self) -> Rows<T> {
        Rows { data: self.data, len: self.len, stride: self.stride }
    }

    /// Writes a record; what is beyond the last is left alone.
    ///
    /// # Safety
    /// The memory holds `len` records `stride` bytes apart.
    #[inline]
    pub unsafe fn set(self, index: usize, value: T) {
        if index >= self.len {
            return;
        }
        // SAFETY: the record lies within the memory that the caller has promised.
        let record = unsafe { self.data.byte_add(index * self.stride) };
        if self.stride == size_of::<T>() {
            // SAFETY: there is room for a whole record of our own size.
            return unsafe { record.write_unaligned(value) };
        }
        // SAFETY: `stride` bytes may be written there; what we do not know becomes zero.
        unsafe {
            let known = write_known(record, self.stride, &value);
            record.cast::<u8>().add(known).write_bytes(0, self.stride - known);
        }
    }

    /// Writes the records of a list from an index on, as many as there is room for, and gives how many the list has.
    ///
    /// # Safety
    /// As [`RowsMut::set`].
    #[inline]
    pub unsafe fn fill(self, all: &[T], first: usize) -> usize {
        for (place, record) in all.iter().skip(first).take(self.len).enumerate() {
            // SAFETY: the caller's promise.
            unsafe { self.set(place, *record) };
        }
        all.len()
    }

    /// Changes a record in place, what is beyond our knowledge left as it is.
    ///
    /// # Panics
    /// When there is no such record.
    ///
    /// # Safety
    /// The memory holds `len` records `stride` bytes apart.
    #[inline]
    pub unsafe fn update(self, index: usize, value: T) {
        assert!(index < self.len, "record {index} of {}", self.len);
        // SAFETY: the record lies within the memory that the caller has promised.
        let record = unsafe { self.data.byte_add(index * self.stride) };
        if self.stride == size_of::<T>() {
            // SAFETY: a whole record of our own size lies there.
            return unsafe { record.write_unaligned(value) };
        }
        // SAFETY: `stride` bytes may be written there.
        unsafe { write_known(record, self.stride, &value) };
    }
}

/// Reads as much of a record as there is; the rest has its defaults. Both sides are mostly of one version and do without it.
///
/// # Safety
/// `size` bytes lie at `record`.
#[cold]
#[inline(never)]
unsafe fn read_known<T: Record>(record: *const T, size: usize) -> T {
    let mut value = T::default();
    let known = size.min(size_of::<T>());
    // SAFETY: `known` bytes lie in either, and any bytes are a value (`Record`).
    unsafe { record.cast::<u8>().copy_to_nonoverlapping((&raw mut value).cast(), known) };
    value
}

/// Writes as much of a record as there is room for; gives how much, bytes.
///
/// # Safety
/// `size` bytes may be written at `record`.
#[cold]
#[inline(never)]
unsafe fn write_known<T: Record>(record: *mut T, size: usize, value: &T) -> usize {
    let known = size.min(size_of::<T>());
    // SAFETY: the caller's promise; `known` bytes lie in either.
    unsafe { record.cast::<u8>().copy_from_nonoverlapping((&raw const *value).cast(), known) };
    known
}

/// A struct that begins with its size in bytes as its maker knows it, and may grow.
///
/// # Safety
/// The type is `repr(C)` and its first field is a `usize` that holds the size of the struct.
pub unsafe trait Growing: Copy + 'static {
    /// Size that it had in the first minor version of this major version, bytes: nobody's is smaller.
    const FIRST: usize = size_of::<Self>();
}

/// The size that a struct gives itself.
///
/// # Safety
/// `pointer` is not null and a struct lies there.
#[inline]
pub const unsafe fn size_at<T: Growing>(pointer: *const T) -> usize {
    // SAFETY: the first field is the size (`Growing`).
    unsafe { *pointer.cast::<usize>() }
}

/// Reads a struct that the other side has made: fields that it does not know have our defaults.
///
/// # Safety
/// `pointer` is null or a struct lies there.
#[inline]
pub unsafe fn read<T: Growing + Default>(pointer: *const T) -> T {
    if pointer.is_null() {
        return T::default();
    }
    // SAFETY: a struct lies there; where it is of our own size, all of it is ours.
    unsafe { if size_at(pointer) == size_of::<T>() { pointer.read_unaligned() } else { read_other(pointer) } }
}

/// Reads a struct of another minor version.
///
/// # Safety
/// A struct lies at `pointer`.
#[cold]
#[inline(never)]
unsafe fn read_other<T: Growing + Default>(pointer: *const T) -> T {
    let mut value = T::default();
    let skip = size_of::<usize>();
    // SAFETY: the struct holds as many bytes as it says; the size itself stays ours.
    unsafe {
        let known = size_at(pointer).min(size_of::<T>());
        if known > skip {
            let (to, from) = ((&raw mut value).cast::<u8>(), pointer.cast::<u8>());
            to.add(skip).copy_from_nonoverlapping(from.add(skip), known - skip);
        }
    }
    value
}

/// Writes a struct for the other side, which has said how large its own is: what we do not know becomes zero.
///
/// # Safety
/// `pointer` is null or a struct lies there that nobody else uses.
#[inline]
pub unsafe fn write<T: Growing>(pointer: *mut T, value: T) {
    if pointer.is_null() {
        return;
    }
    // SAFETY: the struct holds as many bytes as it says; its size stays what its maker has said.
    unsafe {
        let (size, skip) = (size_at(pointer), size_of::<usize>());
        let known = size.min(size_of::<T>());
        if known > skip {
            let (to, from) = (pointer.cast::<u8>(), (&raw const value).cast::<u8>());
            to.add(skip).copy_from_nonoverlapping(from.add(skip), known - skip);
            to.add(known).write_bytes(0, size - known);
        }
    }
}

/// Whether a struct that says its size has a field that was appended after the first version: its offset, and its size.
///
/// # Safety
/// As [`size_at`].
#[inline]
pub const unsafe fn has<T: Growing>(pointer: *const T, offset: usize, size: usize) -> bool {
    // SAFETY: the caller's promise.
    unsafe { size_at(pointer) >= offset + size }
}

/// Records that the host gives a few at a time, so that nobody has to reserve memory for all of them.
pub struct Batches<'a, T, F> {
    fetch: F,
    buffer: [T; BATCH],
    /// Records that have been asked for, and how many of the buffer are good.
    next: usize,
    filled: usize,
    total: usize,
    call: PhantomData<&'a ()>,
}

/// Records per question.
const BATCH: usize = 8;

impl<T: Record, F: FnMut(usize, RowsMut<T>) -> usize> Batches<'_, T, F> {
    /// `fetch` writes the records from an index on and returns how many there are in all.
    pub(crate) fn new(fetch: F) -> Self {
        Self { fetch, buffer: [T::default(); BATCH], next: 0, filled: 0, total: usize::MAX, call: PhantomData }
    }
}

impl<T: Record, F: FnMut(usize, RowsMut<T>) -> usize> Iterator for Batches<'_, T, F> {
    type Item = T;
    fn next(&mut self) -> Option<T> {
        if self.next >= self.total {
            return None;
        }
        let place = self.next % BATCH;
        if place == 0 {
            self.total = (self.fetch)(self.next, RowsMut::of(&mut self.buffer));
            self.filled = self.total.saturating_sub(self.next).min(BATCH);
        }
        (place < self.filled).then(|| {
            self.next += 1;
            self.buffer[place]
        })
    }
}

/// Says of structs that they may get fields at their end, as [`Growing`] ones, which say their size,
/// or as a [`Record`], which stands in rows that do. The layout of each is compared as that of a prefix
/// type of abi_stable, which `derive(StableAbi)` has made for it under the second name. `up_to` names the last field of
/// 2.0 and its type: a struct that says it is smaller is none.
macro_rules! may_grow {
    ($($name:ident $layout:ident: $trait:ident $(up_to $last:ident: $kind:ty)?;)*) => {
        $(
            // SAFETY: `repr(C)`; the first field of a `Growing` is its size, and a `Record` is plain numbers and pointers.
            unsafe impl crate::ffi::views::$trait for $name {
                $(const FIRST: usize = std::mem::offset_of!($name, $last) + size_of::<$kind>();)?
            }
            // SAFETY: it names the type itself, which has no lifetimes.
            unsafe impl abi_stable::abi_stability::GetStaticEquivalent_ for $name {
                type StaticEquivalent = Self;
            }
            // SAFETY: the struct is only ever used behind a pointer, where it says its own size or stands in rows that do;
            // so a layout that has the same beginning can be read by both sides.
            unsafe impl abi_stable::StableAbi for $name {
                type IsNonZeroType = abi_stable::type_level::bools::False;
                const LAYOUT: &'static abi_stable::type_layout::TypeLayout = <$layout as abi_stable::StableAbi>::LAYOUT;
            }
        )*
    };
}
pub(crate) use may_grow;

#[cfg(test)]
mod tests {
    use super::*;

    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Small {
        size: usize,
        a: f64,
    }
    #[repr(C)]
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Large {
        size: usize,
        a: f64,
        b: f64,
    }
    // SAFETY: `repr(C)`, the first field is the size.
    unsafe impl Growing for Small {}
    // SAFETY: as above.
    unsafe impl Growing for Large {}
    impl Default for Small {
        fn default() -> Self {
            Self { size: size_of::<Self>(), a: 0.0 }
        }
    }
    impl Default for Large {
        fn default() -> Self {
            Self { size: size_of::<Self>(), a: 0.0, b: 7.0 }
        }
    }

    #[test]
    fn a_larger_side_reads_a_smaller_struct_with_its_own_defaults_and_the_other_way_round() {
        let (small, large) = (Small { a: 1.0, ..Small::default() }, Large { a: 2.0, b: 3.0, ..Large::default() });
        // SAFETY: both are structs with their size.
        unsafe {
            let read_small: Large = read((&raw const small).cast());
            assert_eq!(read_small, Large { a: 1.0, ..Large::default() });
            let read_large: Small = read((&raw const large).cast());
            assert_eq!(read_large, Small { a: 2.0, ..Small::default() });
            assert_eq!(read::<Small>(std::ptr::null()), Small::default());
            let b = std::mem::offset_of!(Large, b);
            assert!(has(&raw const large, b, 8) && !has((&raw const small).cast::<Large>(), b, 8));
        }
    }

    #[test]
    fn a_smaller_writer_leaves_zeros_and_a_larger_one_stays_within_the_struct() {
        let (mut small, mut large) = ([Small::default(), Small { a: 9.0, ..Small::default() }], Large::default());
        // SAFETY: both are structs with their size.
        unsafe {
            write((&raw mut large).cast::<Small>(), Small { a: 1.0, ..Small::default() });
            write((&raw mut small[0]).cast::<Large>(), Large { a: 2.0, b: 3.0, ..Large::default() });
        }
        assert_eq!(large, Large { a: 1.0, b: 0.0, ..Large::default() });
        assert_eq!((small[0], small[1].a), (Small { a: 2.0, ..Small::default() }, 9.0));
    }

    #[repr(C)]
    #[derive(Clone, Copy, Debug, Default, PartialEq)]
    struct Row1 {
        a: f64,
    }
    #[repr(C)]
    #[derive(Clone, Copy, Debug, Default, PartialEq)]
    struct Row2 {
        a: f64,
        b: f64,
    }
    // SAFETY: plain numbers.
    unsafe impl Record for Row1 {}
    // SAFETY: plain numbers.
    unsafe impl Record for Row2 {}

    #[test]
    fn records_of_different_lengths_are_read_and_written_at_the_others_distance() {
        let long = [Row2 { a: 1.0, b: 2.0 }, Row2 { a: 3.0, b: 4.0 }];
        let short = [Row1 { a: 5.0 }, Row1 { a: 6.0 }];
        let as_short = Rows { data: long.as_ptr().cast::<Row1>(), len: 2, stride: size_of::<Row2>() };
        let as_long = Rows { data: short.as_ptr().cast::<Row2>(), len: 2, stride: size_of::<Row1>() };
        let mut target = [Row2 { a: 0.0, b: 8.0 }; 2];
        let narrow = RowsMut { data: target.as_mut_ptr().cast::<Row1>(), len: 2, stride: size_of::<Row2>() };
        // SAFETY: the memory holds the records at these distances.
        unsafe {
            assert_eq!([as_short.get(0), as_short.get(1)], [Row1 { a: 1.0 }, Row1 { a: 3.0 }]);
            assert_eq!([as_long.get(0), as_long.get(1)], [Row2 { a: 5.0, b: 0.0 }, Row2 { a: 6.0, b: 0.0 }]);
            narrow.set(1, Row1 { a: 1.5 });
            narrow.set(2, Row1 { a: 99.0 });
            narrow.update(0, Row1 { a: 2.5 });
        }
        assert_eq!(target, [Row2 { a: 2.5, b: 8.0 }, Row2 { a: 1.5, b: 0.0 }]);
    }

    #[test]
    fn batches_give_every_record_once() {
        let all: Vec<Row1> = (0..20).map(|a| Row1 { a: f64::from(a) }).collect();
        for count in [0, 1, 7, 8, 9, 16, 20] {
            let source = &all[..count];
            let got: Vec<Row1> = Batches::new(|first, out: RowsMut<Row1>| {
                // SAFETY: the iterator's buffer.
                unsafe { out.fill(source, first) }
            })
            .collect();
            assert_eq!(got, source);
        }
    }
}

//! Modules that store or return the data sent to them: `lback` and `eeprom`. They are sensors that read counters, since
//! a part without commands is not an actuator.

use crate::module::{check, done, int, openable, unfit};
use sim_abi::prelude::*;

/// Content of a byte that was never written.
const ERASED: u8 = 255;
/// Number of bytes.
const SIZE: usize = 256;

fn counter(name: &str, help: &str) -> Channel {
    Channel::new(name, "1").range(0.0, f64::INFINITY).exact().help(help)
}

/// Echoes every text sent to it.
pub struct LoopBack {
    texts: u64,
}

impl Sensor for LoopBack {
    type Params = NoParams;

    fn new(_: NoParams, setup: &mut SensorSetup) -> Result<Self> {
        setup.channel(counter("texts", "texts returned"));
        Ok(Self { texts: 0 })
    }

    fn sense(&mut self, _: &mut SensorIo, reading: &mut [f64]) -> Result {
        reading[0] = self.texts as f64;
        Ok(())
    }

    save_fields!(texts);

    fn datasheet() -> Datasheet {
        let text = || FunctionValue::string("text");
        openable("lback").function(Function::new("send").parameter(text()).result(text()).help("returns the text"))
    }

    fn call(&mut self, function: &str, arguments: &[Value], _: &[f64]) -> Result<Value> {
        check(&Self::datasheet(), function, arguments)?;
        if function == "getVersion" {
            return Ok(1.into());
        }
        self.texts += 1;
        Ok(arguments[0].clone())
    }
}

/// Parameters of the memory.
#[params]
pub struct EepromParams {
    /// Initial bytes from address 0 on, at most 256; the rest is 255.
    #[param(default = Vec::new())]
    data: Vec<u8>,
}

/// Stores 256 bytes.
pub struct Eeprom {
    bytes: Vec<u8>,
    writes: u64,
}

impl Sensor for Eeprom {
    type Params = EepromParams;

    fn new(params: EepromParams, setup: &mut SensorSetup) -> Result<Self> {
        let mut bytes = params.data;
        if bytes.len() > SIZE {
            return Err(unfit(format!("`data` has {} bytes", bytes.len()), "the memory holds 256"));
        }
        bytes.resize(SIZE, ERASED);
        setup.channel(counter("writes", "bytes written"));
        Ok(Self { bytes, writes: 0 })
    }

    fn sense(&mut self, _: &mut SensorIo, reading: &mut [f64]) -> Result {
        reading[0] = self.writes as f64;
        Ok(())
    }

    fn save(&self) -> Option<Vec<u8>> {
        state::save(&(&self.bytes, self.writes))
    }

    fn restore(&mut self, bytes: &[u8]) -> Result {
        let (bytes, writes): (Vec<u8>, u64) = state::load(bytes)?;
        if bytes.len() != SIZE {
            return Err(Fault::new(format!("the saved memory has {} bytes instead of {SIZE}", bytes.len())));
        }
        (self.bytes, self.writes) = (bytes, writes);
        Ok(())
    }

    fn datasheet() -> Datasheet {
        let byte = |name: &str| FunctionValue::int(name).range(0.0, 255.0);
        let write = Function::new("write").parameter(byte("address")).parameter(byte("data")).result(done());
        openable("eeprom").function(write.help("writes a byte to an address")).function(
            Function::new("read").parameter(byte("address")).result(byte("data")).help("the byte at an address"),
        )
    }

    fn call(&mut self, function: &str, arguments: &[Value], _: &[f64]) -> Result<Value> {
        check(&Self::datasheet(), function, arguments)?;
        let place = int(arguments, 0) as usize;
        Ok(match function {
            "write" => {
                self.bytes[place] = int(arguments, 1) as u8;
                self.writes += 1;
                1.into()
            }
            "read" => self.bytes[place].into(),
            _ => 1.into(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn loop_back() -> SensorRig<LoopBack> {
        SensorRig::new(Value::Null).unwrap()
    }

    fn eeprom(params: Value) -> SensorRig<Eeprom> {
        SensorRig::new(params).unwrap()
    }

    #[test]
    fn it_conforms() {
        testing::conformance::sensor(loop_back);
        testing::conformance::sensor(|| eeprom(json!({"data": [1, 2, 3]})));
    }

    /// BU-34: All other modules, such as button, light, lamp and buzzer, answer their functions.
    #[test]
    fn a_text_comes_back_unchanged() {
        let mut rig = loop_back();
        for text in ["hola", "", "ñandú \u{80}\u{ff}"] {
            assert_eq!(rig.call("send", &[json!(text)]).unwrap(), json!(text));
        }
        assert!(rig.call("send", &[]).is_err() && rig.call("send", &[json!("a"), json!("b")]).is_err());
        assert_eq!((rig.sense().unwrap(), rig.call("getVersion", &[]).unwrap()), (vec![3.0], json!(1)));
    }

    /// BU-34: All other modules, such as button, light, lamp and buzzer, answer their functions.
    #[test]
    fn bytes_survive_a_reload() {
        let mut rig = eeprom(json!({"data": [7, 8]}));
        let read = |rig: &mut SensorRig<Eeprom>, place: i64| rig.call("read", &[json!(place)]).unwrap();
        assert_eq!([0, 1, 2, 255].map(|place| read(&mut rig, place)), [json!(7), json!(8), json!(255), json!(255)]);
        assert_eq!(rig.call("write", &[json!(255), json!(42)]).unwrap(), json!(1));
        for wrong in [json!([256, 0]), json!([0, 256]), json!([-1, 0]), json!([0])] {
            assert!(rig.call("write", wrong.as_array().unwrap()).is_err());
        }
        let mut again = eeprom(Value::Null);
        again.restore(&rig.save().unwrap().unwrap()).unwrap();
        assert_eq!((read(&mut again, 255), read(&mut again, 0)), (json!(42), json!(7)));
        assert_eq!(again.sense().unwrap(), [1.0]);
        assert!(SensorRig::<Eeprom>::new(json!({"data": vec![0; 257]})).is_err());
    }
}

/// Makes the struct of a message. On the wire it is an array of its fields in their order:
/// what is missing at the end has its default, and what is there beyond is passed over. In
/// formats with names (JSON) it is a map; there an unknown name is an error.
macro_rules! message {
    ($(#[$meta:meta])* $name:ident { $($(#[$field_meta:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
        pub struct $name {
            $($(#[$field_meta])* pub $field: $type,)*
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                const FIELDS: &[&str] = &[$(stringify!($field)),*];
                struct Fields;
                impl<'de> serde::de::Visitor<'de> for Fields {
                    type Value = $name;

                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str(concat!("the message ", stringify!($name)))
                    }

                    fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut from: A) -> Result<$name, A::Error> {
                        let value = $name {
                            $($field: from.next_element()?.unwrap_or_default(),)*
                        };
                        while from.next_element::<serde::de::IgnoredAny>()?.is_some() {}
                        Ok(value)
                    }

                    fn visit_map<A: serde::de::MapAccess<'de>>(self, mut from: A) -> Result<$name, A::Error> {
                        let mut value = $name::default();
                        while let Some(key) = from.next_key::<String>()? {
                            match key.as_str() {
                                $(stringify!($field) => value.$field = from.next_value()?,)*
                                _ => return Err(serde::de::Error::unknown_field(&key, FIELDS)),
                            }
                        }
                        Ok(value)
                    }
                }
                from.deserialize_struct(stringify!($name), FIELDS, Fields)
            }
        }
    };
}

pub(crate) use message;

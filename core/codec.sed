# Errors of the generated code keep the field's path as *Error does: msgp's own
# way builds a list of interfaces at each of hundreds of places, prints it by
# reflection, and prints it differently under TinyGo.
s/msgp\.WrapError\(err\)/wrap(err)/
s/msgp\.WrapError\(err, ("[A-Za-z]+")\)/wrapField(err, \1)/
s/msgp\.WrapError\(err, ("[A-Za-z]+"), (z[a-z0-9]+)\)/wrapAt(err, \1, \2)/
s/msgp\.WrapError\(err, ("[A-Za-z]+"), ("[A-Za-z]+")\)/wrapField(wrapField(err, \2), \1)/
s/msgp\.WrapError\(err, ("[A-Za-z]+"), (z[a-z0-9]+), ("[A-Za-z]+")\)/wrapAt(wrapField(err, \3), \1, \2)/
s/msgp\.WrapError\(err, ("[A-Za-z]+"), ("[A-Za-z]+"), (z[a-z0-9]+)\)/wrapField(wrapAt(err, \2, \3), \1)/
s/err = msgp\.ErrLimitExceeded/err = errTooLong/

package main

import (
	"fmt"
	"strings"

	"github.com/coxswain/coxswain/bindings/schema"
)

const header = "// Made by bindings/java/generate from the Go types. Do not edit.\n"

// camel is the Java name of a field.
func camel(name string) string {
	words := schema.Words(name)
	for i, w := range words {
		words[i] = w[:1] + strings.ToLower(w[1:])
	}
	words[0] = strings.ToLower(words[0])
	return strings.Join(words, "")
}

// javaType is the Java name of a type. A set is an EnumSet, so its type has the name of
// one member.
func javaType(t schema.Type) string {
	if t.Kind == schema.Set {
		return strings.TrimSuffix(t.Name, "es")
	}
	return t.Name
}

var escape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "@", "&#64;", "*/", "*&#47;")

// lines are those of a Go comment as Javadoc.
func lines(doc string) []string {
	list := strings.Split(escape.Replace(doc), "\n")
	for i := range list {
		if i > 0 && list[i-1] == "" {
			list[i] = "<p>" + list[i]
		}
	}
	return list
}

// comment is a Go comment as a Javadoc comment.
func comment(indent, doc string) string {
	if !strings.Contains(doc, "\n") {
		return indent + "/** " + lines(doc)[0] + " */\n"
	}
	return indent + "/**\n" + starred(indent, lines(doc)) + indent + " */\n"
}

func starred(indent string, list []string) string {
	var b strings.Builder
	for _, l := range list {
		b.WriteString(strings.TrimRight(indent+" * "+l, " ") + "\n")
	}
	return b.String()
}

// constants writes what the schema says besides the types.
func constants(s *schema.Schema) string {
	var levels []string
	for _, l := range s.Levels {
		levels = append(levels, fmt.Sprintf("          %q", l))
	}
	return fmt.Sprintf(`%spackage io.github.coxswain;

import java.util.List;

/** What the messages of this package are of. */
public final class Schema {
  /** The schema of the messages; a module with a smaller one is refused. */
  public static final long VERSION = %d;

  /** The levels, from the oldest to the strictest. */
  public static final List<String> LEVELS =
      List.of(
%s);

  private Schema() {}
}
`, header, s.Version, strings.Join(levels, ",\n"))
}

// class writes the source of a type. The sets have the Java name of one member each.
func class(t schema.Type, sets map[string]string) (string, error) {
	switch t.Kind {
	case schema.Enum:
		return enum(t), nil
	case schema.Set:
		return set(t), nil
	}
	return record(t, sets)
}

// constant is a constant of an enumeration, after its comment.
func constant(doc, name string, value any) string {
	return fmt.Sprintf("%s  %s(%v)", doc, name, value)
}

// members are the constants of an enumeration. What has no comment is named as Go does.
func members(t schema.Type, suffix string) []string {
	var list []string
	for _, m := range t.Members {
		doc := comment("  ", m.Doc)
		if m.Doc == "" {
			doc = "  /** {@code " + m.Name + "}. */\n"
		}
		list = append(list, constant(doc, strings.ToUpper(strings.Join(m.Words, "_")), fmt.Sprint(m.Value, suffix)))
	}
	return list
}

func enum(t schema.Type) string {
	list := members(t, "")
	if !t.HasZero() {
		list = append([]string{constant("  /** No value. */\n", "NONE", 0)}, list...)
	}
	return fmt.Sprintf(`%spackage io.github.coxswain;

%spublic enum %[3]s {
%[4]s;

  private final int value;

  %[3]s(int value) {
    this.value = value;
  }

  /**
   * Returns the number that stands for it in a message.
   *
   * @return the number
   */
  public int value() {
    return value;
  }

  /**
   * Returns what a number stands for.
   *
   * @param value the number
   * @return the constant
   * @throws IllegalArgumentException if it stands for nothing
   */
  public static %[3]s of(int value) {
    for (%[3]s constant : values()) {
      if (constant.value == value) {
        return constant;
      }
    }
    throw new IllegalArgumentException("there is no %[3]s " + value);
  }
}
`, header, comment("", t.Doc), javaType(t), strings.Join(list, ",\n"))
}

func set(t schema.Type) string {
	return fmt.Sprintf(`%spackage io.github.coxswain;

import java.util.EnumSet;
import java.util.Set;

%spublic enum %[3]s {
%[4]s;

  private final long value;

  %[3]s(long value) {
    this.value = value;
  }

  /**
   * Returns the bit that stands for it in a message.
   *
   * @return a number with one bit
   */
  public long value() {
    return value;
  }

  static long bits(Set<%[3]s> set) {
    long bits = 0;
    for (%[3]s constant : set) {
      bits |= constant.value;
    }
    return bits;
  }

  static Set<%[3]s> of(long bits) {
    Set<%[3]s> set = EnumSet.noneOf(%[3]s.class);
    for (%[3]s constant : values()) {
      if ((bits & constant.value) != 0) {
        set.add(constant);
      }
    }
    if (bits(set) != bits) {
      throw new IllegalArgumentException("there is no %[3]s in " + Long.toHexString(bits));
    }
    return set;
  }
}
`, header, comment("", t.Doc), javaType(t), strings.Join(members(t, "L"), ",\n"))
}

// component is a field of a record.
type component struct {
	name, typ, zero   string
	doc               string
	check, read, pack string // check is empty for what cannot be wrong
	imports           []string
}

func componentOf(t schema.Type, f schema.Field, sets map[string]string) (component, error) {
	name := camel(f.Name)
	where := fmt.Sprintf("%q", t.Name+"."+name)
	c := component{name: name, doc: escape.Replace(f.Doc)}
	if c.doc == "" {
		c.doc = "the field {@code " + f.Name + "}"
	}
	switch f.Kind {
	case schema.Bool:
		c.typ, c.read, c.pack = "boolean", "from.unpackBoolean()", "to.packBoolean("+name+")"
	case schema.Int:
		switch {
		case f.Signed && f.Bits == 32:
			c.typ, c.read, c.pack = "int", "from.unpackInt()", "to.packInt("+name+")"
		case f.Signed:
			c.typ, c.read, c.pack = "long", "from.unpackLong()", "to.packLong("+name+")"
		case f.Bits == 64:
			c.typ, c.read, c.pack = "long", "Wire.unsigned(from)", "Wire.unsigned(to, "+name+")"
			c.doc += "\n(64 bits without a sign, see {@link Long#toUnsignedString(long)})"
		default:
			return c, fmt.Errorf("%s.%s: no way is known for unsigned integers of %d bits", t.Name, f.Name, f.Bits)
		}
	case schema.String:
		c.typ, c.zero, c.check = "String", `""`, "Wire.text("+name+", "+where+")"
		c.read, c.pack = "from.unpackString()", "to.packString("+name+")"
	case schema.Strings:
		c.typ, c.zero, c.check, c.imports = "List<String>", "List.of()", "Wire.texts("+name+", "+where+")", []string{"java.util.List"}
		c.read, c.pack = "Wire.list(from, MessageUnpacker::unpackString)", "Wire.texts(to, "+name+")"
	case schema.Messages:
		c.typ, c.zero, c.check, c.imports = "List<"+f.Type+">", "List.of()", "Wire.list("+name+", "+where+")", []string{"java.util.List"}
		c.read, c.pack = "Wire.list(from, "+f.Type+"::read)", "Wire.list(to, "+name+", "+f.Type+"::write)"
	case schema.Optional:
		c.typ, c.zero = f.Type, "null"
		c.read, c.pack = "Wire.optional(from, "+f.Type+"::read)", "Wire.optional(to, "+name+", "+f.Type+"::write)"
		c.doc += "\n(may be null)"
	case schema.Message:
		c.typ, c.zero, c.check, c.imports = f.Type, f.Type+".builder().build()", "Objects.requireNonNull("+name+", "+where+")", []string{"java.util.Objects"}
		c.read, c.pack = f.Type+".read(from)", name+".write(to)"
	case schema.Number:
		c.typ, c.zero, c.check, c.imports = f.Type, f.Type+".of(0)", "Objects.requireNonNull("+name+", "+where+")", []string{"java.util.Objects"}
		c.read, c.pack = f.Type+".of(from.unpackInt())", "to.packInt("+name+".value())"
		if one, ok := sets[f.Type]; ok {
			c.typ, c.zero, c.check, c.imports = "Set<"+one+">", "Set.of()", "Wire.set("+name+", "+one+".class, "+where+")", []string{"java.util.Set"}
			c.read, c.pack = one+".of(Wire.unsigned(from))", "Wire.unsigned(to, "+one+".bits("+name+"))"
		}
	}
	return c, nil
}

// record writes a struct.
func record(t schema.Type, sets map[string]string) (string, error) {
	var params, sees, components, checks, reads, packs, copies, fields, setters, names []string
	imports := map[string]bool{}
	for _, f := range t.Fields {
		c, err := componentOf(t, f, sets)
		if err != nil {
			return "", err
		}
		for _, i := range c.imports {
			imports[i] = true
		}
		doc := strings.Split(c.doc, "\n")
		params = append(params, starred("", []string{"@param " + c.name + " " + doc[0]}))
		for _, l := range doc[1:] {
			params = append(params, starred("", []string{"    " + l}))
		}
		sees = append(sees, starred("  ", []string{"@param " + c.name + " see {@link #" + c.name + "()}"}))
		components = append(components, "    "+c.typ+" "+c.name)
		if c.check != "" {
			checks = append(checks, "    "+c.name+" = "+c.check+";\n")
		}
		reads = append(reads, "            "+c.read)
		packs = append(packs, "    "+c.pack+";\n")
		names = append(names, "          "+c.name)
		copies = append(copies, "    builder."+c.name+" = "+c.name+";\n")
		zero := ""
		if c.zero != "" && c.zero != "null" {
			zero = " = " + c.zero
		}
		fields = append(fields, "    private "+c.typ+" "+c.name+zero+";\n")
		setters = append(setters, fmt.Sprintf(`
    /**
     * Sets {@code %[1]s}.
     *
     * @param %[1]s see {@link %[2]s#%[1]s()}
     * @return this builder
     */
    public Builder %[1]s(%[3]s %[1]s) {
      this.%[1]s = %[1]s;
      return this;
    }
`, c.name, t.Name, c.typ))
	}
	var b strings.Builder
	b.WriteString(header + "package io.github.coxswain;\n\nimport java.io.IOException;\n")
	for _, i := range []string{"java.util.List", "java.util.Objects", "java.util.Set"} {
		if imports[i] {
			b.WriteString("import " + i + ";\n")
		}
	}
	b.WriteString("import org.msgpack.core.MessagePacker;\nimport org.msgpack.core.MessageUnpacker;\n\n")
	b.WriteString("/**\n" + starred("", lines(t.Doc)) + " *\n" + strings.Join(params, "") + " */\n")
	fmt.Fprintf(&b, "public record %s(\n%s) {\n", t.Name, strings.Join(components, ",\n"))
	if len(checks) > 0 {
		fmt.Fprintf(&b, `  /**
   * Checks that nothing is missing, and copies what could change.
   *
%[2]s   */
  public %[1]s {
%[3]s  }

`, t.Name, strings.Join(sees, ""), strings.Join(checks, ""))
	}
	fmt.Fprintf(&b, `  static %[1]s read(MessageUnpacker from) throws IOException {
    int more = Wire.fields(from, %[2]d);
    %[1]s message =
        new %[1]s(
%[3]s);
    from.skipValue(more);
    return message;
  }

  void write(MessagePacker to) throws IOException {
    to.packArrayHeader(%[2]d);
%[4]s  }

  /**
   * Returns a builder in which every field is zero, empty or null.
   *
   * @return a builder
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Returns a builder in which every field is as it is here.
   *
   * @return a builder
   */
  public Builder toBuilder() {
    Builder builder = new Builder();
%[5]s    return builder;
  }

  /** Makes a {@link %[1]s}. */
  public static final class Builder {
%[6]s
    private Builder() {}
%[7]s
    /**
     * Makes the message.
     *
     * @return the message
     * @throws NullPointerException if something is null that may not be
     */
    public %[1]s build() {
      return new %[1]s(
%[8]s);
    }
  }
}
`, t.Name, len(t.Fields), strings.Join(reads, ",\n"), strings.Join(packs, ""), strings.Join(copies, ""),
		strings.Join(fields, ""), strings.Join(setters, ""), strings.Join(names, ",\n"))
	return b.String(), nil
}

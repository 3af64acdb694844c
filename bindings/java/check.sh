#!/usr/bin/env bash
# Checks the Java package: style, warnings, tests and documentation; then the jar, in a
# project of its own, outside of this repository. Maven keeps what it downloads and
# installs in .cache.
set -euo pipefail
cd "$(dirname "$0")"
mvn=(mvn -B -ntp "-Dmaven.repo.local=$PWD/.cache/m2")
plugins=org.apache.maven.plugins
rm -rf target
"${mvn[@]}" install

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/src/main/java"
awk '/^```java/ { on = 1; next } /^```/ { on = 0 } on' README.md >"$work/src/main/java/Example.java"
awk '/^```text/ { on = 1; next } /^```/ { on = 0 } on' README.md >"$work/want"
cat >"$work/pom.xml" <<POM
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>example</groupId>
  <artifactId>example</artifactId>
  <version>1</version>
  <properties><maven.compiler.release>17</maven.compiler.release></properties>
  <dependencies>
$(awk '/^```xml/ { on = 1; next } /^```/ { on = 0 } on' README.md)
  </dependencies>
</project>
POM
(
  cd "$work"
  "${mvn[@]}" -q "$plugins:maven-compiler-plugin:3.16.0:compile" \
    "$plugins:maven-dependency-plugin:3.11.0:build-classpath" -Dmdep.outputFile=classpath
  java -cp "target/classes:$(<classpath)" Example >have && cmp have want
  java -p "$(<classpath)" --add-modules io.github.coxswain -cp target/classes Example >have && cmp have want
)
echo "java: the jar ($(stat -c %s target/coxswain-*.jar) bytes) works by itself"

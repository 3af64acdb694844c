#!/usr/bin/env bash
# Prints how long it takes to make a module, to open a machine and to step one, as JSON.
set -euo pipefail
cd "$(dirname "$0")"
mvn=(mvn -B -ntp -q "-Dmaven.repo.local=$PWD/.cache/m2" -DskipTests -Dmaven.javadoc.skip)
"${mvn[@]}" package org.apache.maven.plugins:maven-dependency-plugin:3.11.0:build-classpath \
  -Dmdep.outputFile=target/classpath >&2
jar=$(echo target/coxswain-*.jar)
chicory=$(sed -n 's|.*<chicory.version>\(.*\)</chicory.version>.*|\1|p' pom.xml)
java -cp "$jar:target/test-classes:$(<target/classpath)" io.github.coxswain.Bench "Chicory $chicory" "$(stat -c %s "$jar")"

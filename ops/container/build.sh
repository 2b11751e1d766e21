#!/bin/sh
# The build stage of the image, which tests/process/release.test.ts also runs without Docker: installs missing packages,
# builds the pages and writes a release to FOLDER. Further arguments go to tools/build.ts.
set -eu
folder=${1:?usage: build.sh FOLDER}
shift
cd "$(dirname "$0")/../.."
node tools/setup.js --web
PATH="$PWD/node_modules/.bin:$PATH"
exec node tools/build.ts --folder "$folder" "$@"

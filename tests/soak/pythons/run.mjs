// Replays the golden games on one of the Pythons of package.json, and exits with the code of compare.main:
//
//     node run.mjs INSTALLED ALIAS REPOSITORY [ARGUMENT...]
//     node run.mjs build/pythons/1a2b3c4d5e6f pyodide-314 .
//
// INSTALLED is a folder where `npm install` has run; ARGUMENTs are handed to compare.main as they are.

import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const MOUNTED = "/repository";
const EROFS = 69; // "read-only file system", as Emscripten numbers it

const RUN = `
import platform
import sys

print("Python", platform.python_version(), flush=True)
sys.path[:0] = [mounted, f"{mounted}/tests/golden"]

import compare

code = compare.main(list(argv))
sys.stdout.flush()
sys.stderr.flush()
code
`;

/** Mounts a folder so that Python can read it and cannot change it, for which NODEFS has no option. */
function mountReadOnly({ FS }, folder, place) {
  const { NODEFS } = FS.filesystems;
  const refuse = () => {
    throw new FS.ErrnoError(EROFS);
  };
  for (const change of ["setattr", "mknod", "rename", "unlink", "rmdir", "symlink"]) {
    NODEFS.node_ops[change] = refuse;
  }
  const { open } = NODEFS.stream_ops;
  const accessMode = 3; // the bits of the flags that say read (0), write (1) or both (2)
  NODEFS.stream_ops.open = (stream) => ((stream.flags & accessMode) === 0 ? open(stream) : refuse());
  NODEFS.stream_ops.write = refuse;
  FS.mkdirTree(place);
  FS.mount(NODEFS, { root: folder }, place);
}

const [installed, alias, repository, ...argv] = process.argv.slice(2);
if (repository === undefined) {
  console.error("usage: node run.mjs INSTALLED ALIAS REPOSITORY [ARGUMENT...]");
  process.exit(2);
}
const entry = resolve(installed, "node_modules", alias, "pyodide.mjs");
if (!existsSync(entry)) {
  console.error(`${entry} does not exist: run npm install there with the package.json beside run.mjs`);
  process.exit(2);
}
if (!existsSync(join(repository, "tests", "golden", "compare.py"))) {
  console.error(`${resolve(repository)} has no tests/golden/compare.py: give the root of the repository`);
  process.exit(2);
}

const { loadPyodide } = await import(pathToFileURL(entry).href);
// Compiled files are kept in memory: those in the repository belong to another Python.
const pyodide = await loadPyodide({ env: { HOME: "/home/pyodide", PYTHONPYCACHEPREFIX: "/tmp/pycache" } });
mountReadOnly(pyodide, resolve(repository), MOUNTED);
try {
  const code = pyodide.runPython(RUN, { globals: pyodide.toPy({ mounted: MOUNTED, argv }) });
  if (!Number.isInteger(code)) {
    throw new TypeError(`compare.main must return an exit code, not ${code}`);
  }
  process.exitCode = code;
} catch (error) {
  console.error(error.message); // Python's traceback; left to itself, Node.js prints megabytes of Pyodide
  process.exitCode = 1;
}

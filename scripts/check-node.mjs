// Imported first by every script, and written in old syntax, so that an old Node prints this message and not a
// syntax error of a file that comes later.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Catenary needs Node 20.19 or later, and this is Node ${process.versions.node}.\n` +
      'Get a current one from https://nodejs.org or from a version manager, then run the command again.',
  );
  process.exit(1);
}

/**
 * Preloaded into firebase-tools. Its servers close a connection after five idle seconds, on a busy machine just as a
 * client uses it again, who then reads ECONNRESET. Google's servers keep theirs for minutes, and so do our own services.
 */
const KEEP_ALIVE_MS = 65_000;

if (process.argv[1]?.endsWith('firebase.js')) {
  const http = require('node:http');
  const { createServer } = http;
  http.createServer = (...args) => Object.assign(createServer(...args), { keepAliveTimeout: KEEP_ALIVE_MS });
}

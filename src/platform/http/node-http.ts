/**
 * Node's HTTP modules without `import`: importing `node:http` also loads its `fetch`, `WebSocket` and more, which takes a tenth of a command's
 * start. Types are imported from `node:http` as usual.
 */
export const http = process.getBuiltinModule('node:http');
export const https = process.getBuiltinModule('node:https');

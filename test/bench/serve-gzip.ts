import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGzip } from 'node:zlib';

/** Serves one file over HTTP, compressed as it goes out, in a process of its own; prints its address. */
const path = process.argv[2] ?? '';
const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'application/xml', 'content-encoding': 'gzip' });
  createReadStream(path, { highWaterMark: 1024 * 1024 })
    .pipe(createGzip({ level: 1 }))
    .pipe(response);
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/feed.xml\n`);
});

import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A server that writes whatever bytes a test wants, and nothing else. */
export async function rawServer(
  onRequest: (socket: Socket, head: string, nth: number) => void,
): Promise<{ port: number; url: string; requests: string[]; close: () => Promise<void> }> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      const end = received.indexOf('\r\n\r\n');
      const isTls = received.startsWith('\x16');
      if (end === -1 && !isTls) return;
      const head = isTls ? 'TLS' : received.slice(0, end);
      received = '';
      requests.push(head);
      onRequest(socket, head, requests.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

/** A reply with these headers (`Name: value`) and this body. */
export function reply(status: string, headers: readonly string[], body: Uint8Array | string = ''): Buffer {
  const head = [`HTTP/1.1 ${status}`, ...headers, '', ''].join('\r\n');
  return Buffer.concat([Buffer.from(head), Buffer.from(body as string)]);
}

import { Agent, get } from 'node:http';
import { expect, it } from 'vitest';
import { cutConnection, listen } from '../../src/platform/http/http-server.js';

it('serves a fetch-style handler on a port that it picked', async () => {
  const server = await listen({
    port: 0,
    host: '127.0.0.1',
    handler: async (request) =>
      new Response(`${request.method} ${new URL(request.url).search} ${await request.text()}`),
  });
  const answer = await fetch(`${server.url}/a?b=1`, { method: 'POST', body: 'x' });
  expect(await answer.text()).toBe('POST ?b=1 x');
  await server.close();
  await expect(fetch(server.url)).rejects.toThrow();
});

it('answers 500 without a word about what went wrong', async () => {
  const server = await listen({
    port: 0,
    host: '127.0.0.1',
    handler: () => {
      throw new Error('secret');
    },
  });
  const answer = await fetch(server.url);
  expect([answer.status, await answer.text()]).toEqual([500, 'Internal error\n']);
  await server.close();
});

it('can cut the connection before and in the middle of a reply', async () => {
  const server = await listen({
    port: 0,
    host: '127.0.0.1',
    handler: (request) => {
      if (request.url.endsWith('/before')) {
        cutConnection(request);
        return new Response('never');
      }
      const halves = ['half'];
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          const half = halves.pop();
          if (half === undefined) cutConnection(request);
          else controller.enqueue(Buffer.from(half));
        },
      });
      return new Response(body, { headers: { 'content-length': '100' } });
    },
  });
  await expect(fetch(`${server.url}/before`)).rejects.toThrow();
  await expect(fetch(`${server.url}/middle`).then((answer) => answer.text())).rejects.toThrow();
  await server.close();
});

it('says that a port is taken', async () => {
  const handler = (): Response => new Response();
  const server = await listen({ port: 0, host: '127.0.0.1', handler });
  await expect(listen({ port: server.port, host: '127.0.0.1', handler })).rejects.toThrow(/EADDRINUSE/);
  await server.close();
});

it('closes although a client keeps its connection and another never gets its reply', async () => {
  const server = await listen({
    port: 0,
    host: '127.0.0.1',
    handler: (request) =>
      request.url.endsWith('/never') ? new Promise<Response>(() => undefined) : new Response('ok'),
  });
  const agent = new Agent({ keepAlive: true });
  await new Promise<void>((resolve) =>
    get(server.url, { agent }, (answer) => answer.resume().on('end', resolve)),
  );
  const pending = new Promise((resolve) => get(`${server.url}/never`).on('error', resolve));
  await fetch(server.url).then((answer) => answer.text());
  await server.close();
  expect(await pending).toBeInstanceOf(Error);
  agent.destroy();
});

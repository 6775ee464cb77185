import { remoteAddress } from '../../platform/http-server.js';

const ownMachine = /^(::ffff:)?127\.|^::1$/;

/**
 * Where a request came from. A proxy on this machine, in front of a public address, names its client last; what came before that
 * the client may have written itself.
 */
export function clientAddress(request: Request, publicUrl: string | null): string {
  const address = remoteAddress(request) ?? 'unknown';
  if (publicUrl === null || !ownMachine.test(address)) return address;
  const named = request.headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() ?? '';
  return named === '' ? address : named.slice(0, 64);
}

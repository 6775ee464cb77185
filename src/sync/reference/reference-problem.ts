import type { PortalReply } from '../../portal/portal-reply.js';
import { stopKey } from '../portal-state/key-state.js';
import type { Services } from '../services/services.js';

/** A message for a part that could not be read. A refusal of the key stops all requests with it. */
export async function unreadable(
  what: string,
  reply: Exclude<PortalReply<unknown>, { kind: 'ok' }>,
  services: Services,
): Promise<string> {
  if (reply.kind === 'refused' && reply.scope === 'key_auth') await stopKey(reply.code, services);
  return `the portal’s ${what} could not be read (${reply.kind === 'refused' ? reply.message : reply.reason}): it is requested again automatically, and the last copy stays in use`;
}

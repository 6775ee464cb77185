import { openPortal } from '../assemble/portal.js';
import type { Config } from '../config/schema.js';
import type { PortalClient, PortalReply } from '../portal/client.js';
import type { PortalRefusal } from '../portal/portal-reply.js';
import { readConfig, type Context } from './context.js';
import { CliError } from './exit.js';

/** Opens the portal's client without the store, for commands that call the portal directly. */
export async function askPortal(context: Context): Promise<{ portal: PortalClient; config: Config }> {
  const { config } = await readConfig(context);
  return { config, portal: await openPortal(config, await context.seams()) };
}

/** @throws CliError if the portal did not carry out the request */
export function unwrap<T>(reply: PortalReply<T>): T {
  switch (reply.kind) {
    case 'ok':
      return reply.body;
    case 'refused':
      throw new CliError(1, `The portal refused (${reply.code}): ${reply.message} ${adviceOn(reply)}`, {
        code: reply.code,
        request_id: reply.requestId,
      });
    case 'unreachable':
      throw new CliError(1, `${reply.reason} Check portal.base_url and the network, then try again.`);
    case 'unknown':
      throw new CliError(
        1,
        `${reply.reason} If the request was to change something, check with \`feedsync connections\` first: it may have succeeded. Otherwise try again.`,
      );
  }
}

function adviceOn({ code, scope }: PortalRefusal): string {
  return codeAdvice.get(code) ?? scopeAdvice.get(scope) ?? 'Correct this, then try again.';
}

const codeAdvice: ReadonlyMap<string, string> = new Map([
  ['connect_code_invalid', 'Ask the agency for a new code, made for this app.'],
  ['agency_not_eligible', 'The agency must resolve this with the portal; then the code can be redeemed.'],
]);

const scopeAdvice: ReadonlyMap<PortalRefusal['scope'], string> = new Map([
  ['key_auth', 'Check portal.key_id, the private key and the clock with `feedsync doctor`.'],
  ['key_rate', 'Wait a minute, then try again.'],
  ['not_found', 'Check the id or code. It may belong to another app or environment.'],
  ['connection_state', 'The connection takes no requests now. `feedsync connections` shows its status.'],
]);

import { openPortal } from '../assemble.js';
import type { Config } from '../config/schema.js';
import type { PortalClient, PortalReply } from '../portal/client.js';
import type { PortalRefusal } from '../portal/portal-reply.js';
import { readConfig, type Context } from './context.js';
import { CliError } from './exit.js';

/** The portal's client alone, for commands that ask it directly. */
export async function askPortal(context: Context): Promise<{ portal: PortalClient; config: Config }> {
  const { config } = await readConfig(context);
  return { config, portal: await openPortal(config, context.seams()) };
}

/** @throws CliError where the portal did not do it */
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
        `${reply.reason} Try again; where something was to be changed, look with \`feedsync connections\` first, for it may have happened.`,
      );
  }
}

function adviceOn({ code, scope }: PortalRefusal): string {
  return codeAdvice.get(code) ?? scopeAdvice.get(scope) ?? 'Correct what it names, then try again.';
}

const codeAdvice: ReadonlyMap<string, string> = new Map([
  ['connect_code_invalid', 'Ask the agency for a new one, and check that it was made for this app.'],
  ['agency_not_eligible', 'The agency settles that with the portal; then its code can be redeemed.'],
]);

const scopeAdvice: ReadonlyMap<PortalRefusal['scope'], string> = new Map([
  ['key_auth', 'Check portal.key_id, the private key and the clock: `feedsync doctor` does.'],
  ['key_rate', 'Wait a minute, then try again.'],
  ['not_found', 'Check the id or code; it may belong to another app or environment.'],
  ['connection_state', 'The connection takes nothing now: `feedsync connections` shows its state.'],
]);

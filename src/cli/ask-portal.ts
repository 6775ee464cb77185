import { openPortal } from '../assemble.js';
import type { Config } from '../config/schema.js';
import type { PortalClient, PortalReply } from '../portal/client.js';
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
      throw new CliError(
        1,
        `The portal refused (${reply.code}): ${reply.message} ${refusalAdvice[reply.scope] ?? 'Correct what it names, then try again.'}`,
        { code: reply.code, request_id: reply.requestId },
      );
    case 'unreachable':
      throw new CliError(1, `${reply.reason} Check portal.base_url and the network, then try again.`);
    case 'unknown':
      throw new CliError(
        1,
        `${reply.reason} It may have done what was asked: look with \`feedsync connections\` before you repeat it.`,
      );
  }
}

const refusalAdvice: Readonly<Record<string, string>> = {
  key_auth: 'Check portal.key_id, the private key and the clock: `feedsync doctor` does.',
  key_rate: 'Wait a minute, then try again.',
  not_found: 'Check the id or code; it may belong to another app or environment.',
};

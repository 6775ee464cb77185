import { createRoute, z } from '@hono/zod-openapi';
import { agencyLanguages } from '../../../store/contract/setups.js';
import type { AccountRecord } from '../../../store/store.js';
import { ownMail, whyNotMail } from '../../access/own-mail.js';
import type { ServerDeps } from '../../deps.js';
import { refusedIn } from './agency-routes.js';
import { answers, body, type Api, type ApiParts } from './route-parts.js';

const choice = {
  at_once: z.boolean().meta({
    description: 'Removals that wait for a decision and feeds that stopped, by mail at once.',
  }),
  digest: z.boolean().meta({ description: 'Everything else, once in the morning of working days.' }),
  language: z.enum(agencyLanguages).nullable().meta({ description: 'Null: the language of the agency.' }),
};

const MailSchema = z
  .object({
    mail: z
      .object({
        address: z.string(),
        ...choice,
        is_last: z.boolean().meta({
          description:
            'Whether urgent mail reaches no one else of an agency, so that it cannot be switched off.',
        }),
      })
      .nullable()
      .meta({ description: 'Null: no mail about listings goes to this account.' }),
  })
  .openapi('OwnMail');

/** Which mail about its agency an account gets. */
export function addMailRoutes(app: Api, { deps, guard }: ApiParts): void {
  const { store, clock } = deps.services;
  const look = createRoute({
    method: 'get',
    path: '/session/mail',
    summary: 'Which mail about its agency comes to this account',
    ...guard('self'),
    responses: answers('As it was chosen.', MailSchema),
  });
  app.openapi(look, async (c) => c.json(await document(c.get('actor').account, deps), 200));

  const change = createRoute({
    method: 'put',
    path: '/session/mail',
    summary: 'Choose which mail about its agency comes to this account, and in which language',
    ...guard('self'),
    request: { body: body(z.strictObject(choice)) },
    responses: answers('Saved.', MailSchema),
  });
  app.openapi(change, async (c) => {
    const { account } = c.get('actor');
    const { at_once: atOnce, ...others } = c.req.valid('json');
    const wanted = { atOnce, ...others };
    const why = whyNotMail(wanted, await ownMail(account, store));
    if (why !== null) throw refusedIn(why);
    await store.access.setMail(account.id, wanted, account.name, clock.now());
    return c.json(await document({ ...account, mail: wanted }, deps), 200);
  });
}

async function document(
  account: AccountRecord,
  { services, running }: ServerDeps,
): Promise<z.input<typeof MailSchema>> {
  const own = running().notices.settings?.mail == null ? null : await ownMail(account, services.store);
  if (own === null) return { mail: null };
  const { atOnce, digest, language } = own.choice;
  return {
    mail: { address: account.name, at_once: atOnce, digest, language, is_last: own.lastOf !== null },
  };
}

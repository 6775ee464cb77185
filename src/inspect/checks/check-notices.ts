import type { MailServer, Mailer } from '../../platform/mailer.js';
import type { Store } from '../../store/store.js';
import { fail, ok, warn, type Check } from './check.js';

export interface NoticeCheck {
  mail: { server: MailServer } | null;
  webhook: { url: string } | null;
  operators: readonly unknown[];
  partners: readonly unknown[];
  publicUrl: string | null;
}

/** Would people be told what waits for them? */
export async function checkNotices(
  settings: NoticeCheck | null,
  { mailer, store }: { mailer: Mailer; store: Pick<Store, 'notices'> },
): Promise<Check> {
  const about = 'notices';
  if (settings === null)
    return ok(about, 'Nobody is told what waits for them; `notices.smtp` or `notices.webhook` would do it.');
  const { mail, webhook, operators, partners, publicUrl } = settings;
  const reached = mail === null ? null : await mailer.check(mail.server);
  if (reached?.ok === false)
    return fail(
      about,
      `No mail can be sent: ${reached.reason}.`,
      'Correct notices.smtp; `feedsync notices test ADDRESS` sends a mail to try it.',
    );
  const late = (await store.notices.open()).filter(
    ({ toldAt, problem }) => toldAt === null && problem !== null,
  );
  const [first] = late;
  if (first !== undefined)
    return warn(
      about,
      `${late.length} notices could not be sent yet: ${first.problem ?? ''}.`,
      'They are tried again by themselves; `feedsync notices` shows which.',
    );
  if (mail !== null && operators.length + partners.length === 0)
    return warn(
      about,
      'Mail can be sent, but nobody is named under notices.operators: only agencies with an address are told anything.',
      'Name at least one address there.',
    );
  const ways = [mail === null ? null : 'mail', webhook === null ? null : 'the webhook'].filter(
    (way) => way !== null,
  );
  const links = publicUrl === null ? ' Without server.public_url they name pages and hold no links.' : '';
  return ok(about, `People are told by ${ways.join(' and ')} what waits for them.${links}`);
}

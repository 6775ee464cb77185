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

/** Checks that notices can be sent. */
export async function checkNotices(
  settings: NoticeCheck | null,
  { mailer, store }: { mailer: Mailer; store: Pick<Store, 'notices'> },
): Promise<Check> {
  const about = 'notices';
  if (settings === null)
    return ok(about, 'No notices are sent; set `notices.smtp` or `notices.webhook` to send them.');
  const { mail, webhook, operators, partners, publicUrl } = settings;
  const mailState = mail === null ? null : await mailer.check(mail.server);
  if (mailState?.ok === false)
    return fail(
      about,
      `No mail can be sent: ${mailState.reason}.`,
      'Correct notices.smtp; `feedsync notices test ADDRESS` sends a test mail.',
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
      'Mail can be sent, but notices.operators has no address: only agencies with an address are notified.',
      'Add at least one address there.',
    );
  const ways = [mail === null ? null : 'mail', webhook === null ? null : 'the webhook'].filter(
    (way) => way !== null,
  );
  const links = publicUrl === null ? ' Without server.public_url they name pages but hold no links.' : '';
  return ok(about, `Notices are sent by ${ways.join(' and ')}.${links}`);
}

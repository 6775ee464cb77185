import { cyrillicOutsideBackticks } from '../../core/content/scripts.js';
import { html } from '../../platform/html.js';
import type { MailOutcome } from '../../platform/mailer.js';
import { withContact } from '../../texts/contact-words.js';
import { invitationWords } from '../../texts/invitation-words.js';
import type { Random } from '../../platform/random.js';
import type { AgencyLanguage } from '../../store/store.js';
import type { NoticeServices, NoticeSettings } from '../services/notice-settings.js';
import { oneLine } from './notice-message.js';
import { domainOf } from './send-notices.js';

/** An invitation to one account. */
export interface MailedInvitation {
  /** The account's name, which is its address. */
  account: string;
  link: string;
  /** Title of the agency; null: the account is of none that was set up here. */
  agency: string | null;
  /** The colleague who invites; null: the operator of the import. */
  by: string | null;
  language: AgencyLanguage;
}

/** Mails an invitation. Its link only opens a page: the password that is chosen there decides. */
export async function mailInvitation(
  { account, link, language, ...of }: MailedInvitation,
  { from, server }: NonNullable<NoticeSettings['mail']>,
  { notices, random, contact }: { notices: Pick<NoticeServices, 'mailer'>; random: Random; contact: string },
): Promise<MailOutcome> {
  // A title must not start a line that looks like feedsync's own.
  const agency = of.agency == null ? null : oneLine(of.agency.replaceAll('`', '’'));
  const words = invitationWords({ ...of, agency, account })[language === 'en' ? 'en' : 'sr'];
  const written = (text: string): string => {
    const inScript = language === 'sr-Cyrl' ? cyrillicOutsideBackticks(text) : text;
    return withContact(inScript.replaceAll('`', ''), contact);
  };
  const [lead, note, help] = [words.lead, words.note, words.help].map(written) as [string, string, string];
  const messageId = `${Buffer.from(random.bytes(12)).toString('hex')}@${domainOf(from)}`;
  return notices.mailer.send(
    {
      ...{ messageId, from, to: account },
      subject: written(words.subject).replace(/\s+/g, ' ').trim(),
      text: `${[lead, link, note, help].join('\n\n')}\n`,
      html: html`<!doctype html>
        <html lang="${language}">
          <head>
            <meta charset="utf-8" />
          </head>
          <body>
            <p>${lead}</p>
            <p><a href="${link}">${link}</a></p>
            <p>${note}</p>
            <p><small>${help}</small></p>
          </body>
        </html>`.markup,
    },
    server,
  );
}

import { hash } from 'node:crypto';
import { agencyRecipients, noticeLanguage, type MailPerson } from '../../core/setup/mail-choice.js';
import type { Addressee, NoticeItem, NoticeLanguage } from '../../core/setup/notice-plan.js';
import type { MailServer, Mailer } from '../../platform/mailer.js';
import type { Transport } from '../../platform/http/transport.js';
import type { SetupRecord, Store } from '../../store/store.js';

/** A member of the partner's staff who receives notices. */
interface NoticePerson {
  email: string;
  language: NoticeLanguage;
}

/** Recipients and channels of notices (`notices:` in the configuration). */
export interface NoticeSettings {
  readonly mail: { server: MailServer; from: string } | null;
  readonly webhook: { url: string; secret: string } | null;
  readonly operators: readonly NoticePerson[];
  readonly partners: readonly NoticePerson[];
  /** When the digest is sent. The digest holds the items that are not sent at once. */
  readonly digest: string;
  readonly timezone: string;
  /** Name, telephone number and mail address of whom agencies ask; empty where none is configured. */
  readonly contact: string;
  /** The console's public address; null: the console is reachable on this machine only. */
  readonly publicUrl: string | null;
}

/** What sending notices needs in addition to the store. */
export interface NoticeServices {
  /** Null: notices are off. */
  readonly settings: NoticeSettings | null;
  readonly mailer: Mailer;
  /** Sends the notices that go to the webhook. Follows no redirects. */
  readonly transport: Transport;
  /** The attention items that are open now. */
  readonly attentionItems: (which: 'all' | 'at_once') => Promise<NoticeItem[]>;
}

/** All addressees: the webhook and, if mail is configured, the agencies set up here and the partner's staff. */
export async function addresseesOf(
  { mail, webhook, operators, partners }: NoticeSettings,
  store: Pick<Store, 'setups' | 'access'>,
): Promise<Addressee[]> {
  const machines: Addressee[] =
    webhook === null
      ? []
      : [
          {
            key: `webhook ${digestOf(webhook.url)}`,
            role: 'machine',
            connectionId: null,
            language: 'en',
            cyrillic: false,
            email: null,
          },
        ];
  if (mail === null) return machines;
  const staff = (role: 'operator' | 'partner', people: readonly NoticePerson[]): Addressee[] =>
    people.map(({ email, language }) => ({
      key: `${role} ${digestOf(email)}`,
      role,
      connectionId: null,
      language,
      cyrillic: false,
      email,
    }));
  const accounts = new Map((await store.access.accounts()).map((account) => [account.id, account]));
  const people = await store.setups.people();
  const agencies = (await store.setups.all()).flatMap((agency) =>
    agencyAddressees(
      agency,
      (people.get(agency.name) ?? []).flatMap((id) => accounts.get(id) ?? []),
    ),
  );
  return [...machines, ...agencies, ...staff('operator', operators), ...staff('partner', partners)];
}

/**
 * The addressees of an agency: its own address, and people of the agency who chose so. None until the agency confirmed its connection, which
 * may belong to another agency before that.
 */
function agencyAddressees(agency: SetupRecord, people: readonly MailPerson[]): Addressee[] {
  const { name, connectionId, confirmedAt } = agency;
  if (connectionId === null || confirmedAt === null) return [];
  return agencyRecipients(agency, people).map(({ accountId, email, choice }) => ({
    key: accountId === null ? `agency ${name}` : `agency ${name} account ${accountId}`,
    role: 'agency',
    connectionId,
    ...noticeLanguage(choice.language),
    email,
    wants: { atOnce: choice.atOnce, digest: choice.digest },
  }));
}

/** The log of sent notices holds this digest, never the address. */
function digestOf(address: string): string {
  return hash('sha256', address.toLowerCase()).slice(0, 12);
}

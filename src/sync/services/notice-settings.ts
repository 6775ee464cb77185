import { hash } from 'node:crypto';
import type { Addressee, NoticeItem, NoticeLanguage } from '../../core/setup/notice-plan.js';
import type { MailServer, Mailer } from '../../platform/mailer.js';
import type { Transport } from '../../platform/http/transport.js';
import type { SetupRecord, Store } from '../../store/store.js';

/** Somebody of the partner’s. */
interface NoticePerson {
  email: string;
  language: NoticeLanguage;
}

/** Whom to tell, and by what (`notices:` in the configuration). */
export interface NoticeSettings {
  mail: { server: MailServer; from: string } | null;
  webhook: { url: string; secret: string } | null;
  operators: readonly NoticePerson[];
  partners: readonly NoticePerson[];
  /** When what waits is told that is not told at once. */
  digest: string;
  timezone: string;
  /** Under which people reach the console; null: nowhere but on this machine. */
  publicUrl: string | null;
}

/** What notices are made of, beside the store. */
export interface NoticeServices {
  /** Null: nobody is told anything. */
  settings: NoticeSettings | null;
  mailer: Mailer;
  /** To the webhook; follows no redirect. */
  transport: Transport;
  /** What waits for a person now. */
  matters: (which: 'all' | 'at_once') => Promise<NoticeItem[]>;
}

/** Everybody who may be told something: agencies that are set up here, the partner’s people, the webhook. */
export async function addresseesOf(
  { mail, webhook, operators, partners }: NoticeSettings,
  store: Pick<Store, 'setups'>,
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
  const agencies = (await store.setups.all()).flatMap(agencyAddressee);
  return [...machines, ...agencies, ...staff('operator', operators), ...staff('partner', partners)];
}

/** Only once it has said that the connection is its own: before that it may be another agency’s. */
function agencyAddressee({ name, email, language, connectionId, confirmedAt }: SetupRecord): Addressee[] {
  if (connectionId === null || confirmedAt === null || email === '') return [];
  const key = `agency ${name}`;
  const written = { language: language === 'en' ? 'en' : 'sr', cyrillic: language === 'sr-Cyrl' } as const;
  return [{ key, role: 'agency', connectionId, ...written, email }];
}

/** Who was told is remembered without an address. */
function digestOf(address: string): string {
  return hash('sha256', address.toLowerCase()).slice(0, 12);
}

import type { NoticeLanguage } from './notice-plan.js';

/** Which notices a person wants by mail. */
export interface MailChoice {
  /** Those that are sent at once: removals that wait for a decision, and a feed that stopped. */
  atOnce: boolean;
  /** Everything else, once in the morning. */
  digest: boolean;
  /** Null: the language of the agency. */
  language: MailLanguage | null;
}

export type MailLanguage = 'sr-Latn' | 'sr-Cyrl' | 'en';

/** An account of an agency. Its sign-in name is its address, if it is one. */
export interface MailPerson {
  id: number;
  name: string;
  /** Null: the person has chosen nothing. */
  mail: MailChoice | null;
}

interface AgencyAddress {
  /** Where the agency's mail goes unless people of the agency choose otherwise. */
  email: string;
  language: MailLanguage;
}

export interface AgencyRecipient {
  /** Null: the agency's own address. */
  accountId: number | null;
  email: string;
  choice: MailChoice & { language: MailLanguage };
}

/** What a person gets who has chosen nothing: all of the agency's mail at its own address, and none elsewhere. */
export function choiceOf(
  { name, mail }: Pick<MailPerson, 'name' | 'mail'>,
  agency: AgencyAddress,
): MailChoice {
  const isOwn = isSame(name, agency.email);
  return mail ?? { atOnce: isOwn, digest: isOwn, language: null };
}

/**
 * To whom an agency's mail goes: its own address, and people of the agency who chose it. What is sent at once always reaches someone: if
 * all have switched it off, it goes to the agency's own address.
 */
export function agencyRecipients(agency: AgencyAddress, people: readonly MailPerson[]): AgencyRecipient[] {
  const own = people.find(({ name }) => isSame(name, agency.email));
  const others = people.filter((person) => person !== own && isAddress(person.name));
  const of = (accountId: number | null, email: string, choice: MailChoice): AgencyRecipient => ({
    ...{ accountId, email },
    choice: { ...choice, language: choice.language ?? agency.language },
  });
  const all = [
    ...(agency.email === ''
      ? []
      : [of(null, agency.email, choiceOf({ name: agency.email, mail: own?.mail ?? null }, agency))]),
    ...others.map((person) => of(person.id, person.name, choiceOf(person, agency))),
  ];
  const [first] = all;
  if (first !== undefined && !all.some(({ choice }) => choice.atOnce)) first.choice.atOnce = true;
  return all.filter(({ choice }) => choice.atOnce || choice.digest);
}

/** Whether no one else of the agency wants what is sent at once. */
export function isLastAtOnce(
  { id }: Pick<MailPerson, 'id'>,
  agency: AgencyAddress,
  people: readonly MailPerson[],
): boolean {
  const isOwnAddressKept = agency.email !== '' && !people.some(({ name }) => isSame(name, agency.email));
  const others = people.filter((one) => one.id !== id && isAddress(one.name));
  return !isOwnAddressKept && !others.some((one) => choiceOf(one, agency).atOnce);
}

/** The language of a notice, which is written in Serbian or English; Cyrillic letters are another form of Serbian. */
export function noticeLanguage(language: MailLanguage): { language: NoticeLanguage; cyrillic: boolean } {
  return { language: language === 'en' ? 'en' : 'sr', cyrillic: language === 'sr-Cyrl' };
}

export function isAddress(name: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(name);
}

function isSame(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

import { isAddress, isLastAtOnce, choiceOf, type MailChoice } from '../../core/setup/mail-choice.js';
import type { Sentence } from '../../model/sentence.js';
import type { AccountRecord, SetupRecord, Store } from '../../store/store.js';

type Known = Pick<Store, 'access' | 'setups'>;

/** The mail of a person of an agency. */
export interface OwnMail {
  choice: MailChoice;
  /** The agency whose mail reaches no one else at once; null: there is none. */
  lastOf: string | null;
}

/** Which mail an account gets; null: none, as it belongs to no agency that was set up, or its name is no address. */
export async function ownMail(account: AccountRecord, store: Known): Promise<OwnMail | null> {
  const agencies = await agenciesOf(account, store);
  const [first] = agencies;
  if (first === undefined || !isAddress(account.name)) return null;
  const accounts = await store.access.accounts();
  const people = await store.setups.people();
  const peopleOf = ({ name }: SetupRecord): AccountRecord[] =>
    accounts.filter(({ id }) => people.get(name)?.includes(id) === true);
  const last = agencies.find(
    (agency) => choiceOf(account, agency).atOnce && isLastAtOnce(account, agency, peopleOf(agency)),
  );
  const own = agencies.find((agency) => choiceOf(account, agency).atOnce) ?? first;
  return { choice: choiceOf(account, own), lastOf: last?.title ?? null };
}

async function agenciesOf({ id }: AccountRecord, { setups }: Known): Promise<SetupRecord[]> {
  const names = await setups.agenciesOf(id);
  return (await setups.all()).filter(({ name }) => names.includes(name));
}

/** Why these choice cannot be taken; null: they can. */
export function whyNotMail(choice: MailChoice, own: OwnMail | null): Sentence | null {
  if (own === null)
    return {
      sr: 'Na ovaj nalog ne stižu mejlovi o oglasima: ne pripada nijednoj agenciji koja je ovde podešena.',
      en: 'No mail about listings goes to this account: it belongs to no agency that was set up here.',
    };
  if (choice.atOnce || own.lastOf === null) return null;
  return {
    sr: `Hitni mejlovi agencije ${own.lastOf} ne stižu nikome drugom, pa ne mogu da se isključe. Prvo ih uključite kod kolege.`,
    en: `Urgent mail of ${own.lastOf} reaches no one else, so it cannot be switched off. Switch it on for a colleague first.`,
  };
}

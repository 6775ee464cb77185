import { isAddress } from '../../core/setup/mail-choice.js';
import { foldedName } from '../../platform/keyed-hash.js';
import type { Sentence } from '../../model/sentence.js';
import type { AccountRecord, Store } from '../../store/store.js';
import { invite, isAccountName, type AccessDeps } from './invite.js';

const dayMs = 24 * 3_600_000;

/** Colleagues that one account may invite within a day: more are a mistake or an attack. */
const colleaguesADay = 30;

type Invited =
  { ok: true; account: AccountRecord; secret: string; expiresAt: number } | { ok: false; why: Sentence };

/**
 * Invites a colleague of an agency's account, who sees what that account sees and no more. An account that exists is invited again only
 * by the account that invited it, and only until it has a password: a link lets its reader choose one (RULES R209).
 */
export async function inviteColleague(
  by: AccountRecord,
  email: string,
  deps: AccessDeps & { store: Pick<Store, 'setups'> },
): Promise<Invited> {
  const { access, setups } = deps.store;
  if (by.role !== 'agency') return { ok: false, why: onlyAgencies };
  const name = foldedName(email);
  if (!isAddress(name) || !isAccountName(name)) return { ok: false, why: noAddress };
  const now = deps.clock.now();
  const known = await access.accountNamed(name);
  if (known !== null && !(await mayInviteAgain(by, known, setups))) return { ok: false, why: taken };
  if (known === null && (await invitedSince(now - dayMs, by, access)) >= colleaguesADay)
    return { ok: false, why: tooMany };
  const wanted = { name, role: 'agency' as const, connections: by.connections };
  const account = known ?? (await access.addAccount(wanted, by.name, now));
  if (account === null) return { ok: false, why: taken };
  for (const agency of await setups.agenciesOf(by.id))
    await setups.addPerson(agency, account.id, by.name, now);
  return { ok: true, account, ...(await invite(account, by.name, deps)) };
}

/** What the account sees may have grown since it was invited: its inviter, who reads the link, must see all of it. */
async function mayInviteAgain(
  by: AccountRecord,
  known: AccountRecord,
  setups: Pick<Store['setups'], 'agenciesOf'>,
): Promise<boolean> {
  if (known.role !== 'agency' || known.createdBy !== by.name || known.passwordHash !== null) return false;
  const own = await setups.agenciesOf(by.id);
  const agencies = await setups.agenciesOf(known.id);
  return (
    known.connections.every((id) => by.connections.includes(id)) && agencies.every((one) => own.includes(one))
  );
}

async function invitedSince(since: number, by: AccountRecord, access: Store['access']): Promise<number> {
  const accounts = await access.accounts();
  return accounts.filter(({ createdBy, createdAt }) => createdBy === by.name && createdAt > since).length;
}

const onlyAgencies: Sentence = {
  sr: 'Kolege ovde pozivaju agencije. Ljude partnera administrator poziva na strani „Ljudi“. Ništa nije promenjeno.',
  en: 'Agencies invite colleagues here. An administrator invites the partner’s own people on the page “People”. Nothing was changed.',
};
const noAddress: Sentence = {
  sr: 'To nije e-adresa. Upišite celu adresu, na primer ana@primer.rs. Ništa nije promenjeno.',
  en: 'That is no e-mail address. Write all of it, such as office@example.com. Nothing was changed.',
};
const taken: Sentence = {
  sr: 'Ta adresa već ima nalog, pa se ne poziva ponovo. Ako njen vlasnik ne može da se prijavi, novi link šalje partner. Ništa nije promenjeno.',
  en: 'That address has an account already and is not invited again. If its owner cannot sign in, the partner sends a new link. Nothing was changed.',
};
const tooMany: Sentence = {
  sr: `Danas ste pozvali ${colleaguesADay} kolega. Sutra možete dalje. Ništa nije promenjeno.`,
  en: `You have invited ${colleaguesADay} colleagues today. Go on tomorrow. Nothing was changed.`,
};

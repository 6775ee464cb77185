import { removeReasons } from '../../model/outcome.js';
import { isObject, ownEntry } from '../../model/own-value.js';
import type { Sentence } from '../../model/sentence.js';
import { feedForms, counted, listingForms } from '../counted.js';
import { fieldName } from '../field-names.js';
import { removalReason } from '../listing/verdict-words.js';
import { quotedSr } from '../phrasing.js';

/** A line of the audit log, with the name that its subject has for people. */
export interface Decision {
  action: string;
  /** The name of a feed, an agency or an account, the id of a listing, the number of a hold. */
  subject: string;
  data: Readonly<Record<string, unknown>>;
  /** A time as the daemon's zone writes it. */
  showTime: (at: number) => string;
}

/** What was decided, without the person who did. Of an action that this release does not know, its name. */
export function decisionSentence(decision: Decision): Sentence {
  const { action } = decision;
  return (
    ownEntry(decisions, action)?.(decision) ?? {
      sr: `\`${action}\`: \`${decision.subject}\``,
      en: `${action}: ${decision.subject}`,
    }
  );
}

type Say = (decision: Decision) => Sentence;

/** Text of a person or a feed in both languages. */
const named = (text: string): Sentence => ({ sr: quotedSr(text), en: `“${text}”` });

/** A sentence about one subject by its name. */
const about =
  (before: Sentence, after: Sentence = { sr: '', en: '' }): Say =>
  ({ subject }) => ({
    sr: `${before.sr} \`${subject}\`${after.sr}.`,
    en: `${before.en} ${subject}${after.en}.`,
  });

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function number(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

/** The reason that a person gave, as a sentence of its own; empty for none. */
function reasonGiven({ data }: Decision): Sentence {
  const reason = text(data.reason).trim();
  if (reason === '') return { sr: '', en: '' };
  const { sr, en } = named(reason);
  return { sr: ` Razlog: ${sr}.`, en: ` Reason: ${en}.` };
}

function untilGiven({ data, showTime }: Decision): Sentence {
  if (typeof data.until !== 'number') return { sr: '', en: '' };
  const until = showTime(data.until);
  return { sr: `, do ${until}`, en: `, until ${until}` };
}

const approved: Say = ({ subject, data }) => {
  const removed = counted(list(data.removed).length + list(data.archive).length, listingForms);
  const inactive = list(data.inactive).length;
  const hidden = counted(inactive, listingForms);
  return {
    sr: `Zadržavanje ${subject} je odobreno: za skidanje ${removed.sr}${inactive === 0 ? '' : `, za skrivanje ${hidden.sr}`}.`,
    en: `Hold ${subject} was approved: ${removed.en} to remove${inactive === 0 ? '' : `, ${hidden.en} to hide`}.`,
  };
};

const foreign: Say = ({ subject, data }) => {
  const archived = counted(list(data.archive).length, listingForms);
  const kept = counted(list(data.adopt).length, listingForms);
  return {
    sr: `Zadržavanje ${subject}: za skidanje ${archived.sr}, na portalu ostaje ${kept.sr}.`,
    en: `Hold ${subject}: ${archived.en} to remove, ${kept.en} kept.`,
  };
};

const suppressed: Say = (decision) => {
  const until = untilGiven(decision);
  const reason = reasonGiven(decision);
  return {
    sr: `Oglas \`${decision.subject}\` je sklonjen sa portala${until.sr}.${reason.sr}`,
    en: `Listing ${decision.subject} is kept off the portal${until.en}.${reason.en}`,
  };
};

const closed: Say = (decision) => {
  const reason = reasonGiven(decision);
  return {
    sr: `Zatvorena je stavka bez odgovora: ${quotedSr(decision.subject)}.${reason.sr}`,
    en: `An item without an answer was closed: “${decision.subject}”.${reason.en}`,
  };
};

const removedByHand: Say = ({ subject, data }) => {
  const why = removalReason(removeReasons.find((reason) => reason === data.reason) ?? null);
  return {
    sr: `Oglas \`${subject}\` se skida sa portala: ${why.sr}.`,
    en: `Listing ${subject} is removed from the portal: ${why.en}.`,
  };
};

const announced: Say = (decision) => {
  const count = counted(number(decision.data.removals), listingForms);
  const until = untilGiven(decision);
  return {
    sr: `Najavljeno je skidanje: feed \`${decision.subject}\`, najviše ${count.sr}${until.sr}.`,
    en: `Removals were announced: feed ${decision.subject}, at most ${count.en}${until.en}.`,
  };
};

/** `price 95000 EUR` as words: the field and the value. */
const doubted =
  (what: Sentence): Say =>
  ({ subject, data }) => {
    const field = valueNames[text(data.field)] ?? fieldName(text(data.field));
    const value = text(data.value);
    return {
      sr: `${what.sr}: oglas \`${subject}\`, ${field.sr} \`${value}\`.`,
      en: `${what.en}: listing ${subject}, ${field.en} ${value}.`,
    };
  };

const valueNames: Readonly<Record<string, Sentence | undefined>> = {
  price: { sr: 'cena', en: 'price' },
  area: { sr: 'površina', en: 'area' },
  state: { sr: 'status', en: 'state' },
};

const changeKinds: Readonly<Record<string, Sentence>> = {
  word: { sr: 'značenja reči', en: 'meanings of words' },
  answer: { sr: 'odgovori', en: 'answers' },
  constant: { sr: 'stalne vrednosti', en: 'constant values' },
  unmapped: { sr: 'pravila za nepoznate reči', en: 'rules for unknown words' },
  mapping: { sr: 'tekst mapiranja', en: 'text of the mapping' },
};

const feedChanged: Say = ({ subject, data }) => {
  const kinds = Object.entries(changeKinds).filter(([kind]) => number(data[kind]) > 0);
  const part = (language: keyof Sentence): string =>
    kinds.map(([kind, name]) => `${name[language]} (${number(data[kind])})`).join(', ');
  return {
    sr: `Feed \`${subject}\` je izmenjen: ${part('sr')}.`,
    en: `Feed ${subject} was changed: ${part('en')}.`,
  };
};

const changeUndone: Say = ({ subject, data }) => {
  const kind = changeKinds[text(data.kind)] ?? { sr: `\`${text(data.kind)}\``, en: text(data.kind) };
  return {
    sr: `Vraćena je izmena feeda \`${subject}\`: ${kind.sr}.`,
    en: `A change of feed ${subject} was undone: ${kind.en}.`,
  };
};

/** What statements are about. Their wording is on the page of the agency, in the version that was stated. */
const topics: Readonly<Record<string, Sentence>> = {
  mandate: { sr: 'ugovor o posredovanju', en: 'brokerage contract' },
  owner_nearby: { sr: 'vlasnik u blizini', en: 'owner nearby' },
  owner_nearby_some: {
    sr: 'vlasnik u blizini, za navedene oglase',
    en: 'owner nearby, for the listings named',
  },
  owner_nearby_rule: { sr: 'vlasnik u blizini, po pravilu', en: 'owner nearby, by a rule' },
  owner_nearby_rule_ended: {
    sr: 'vlasnik u blizini, povučeno pravilo',
    en: 'owner nearby, a rule withdrawn',
  },
  rental_type_some: {
    sr: 'vrsta izdavanja, za navedene oglase',
    en: 'kind of rental, for the listings named',
  },
  rental_type_rule: { sr: 'vrsta izdavanja, po pravilu', en: 'kind of rental, by a rule' },
  rental_type_rule_ended: {
    sr: 'vrsta izdavanja, povučeno pravilo',
    en: 'kind of rental, a rule withdrawn',
  },
  furnished_some: { sr: 'nameštenost, za navedene oglase', en: 'furnishing, for the listings named' },
  furnished_rule: { sr: 'nameštenost, po pravilu', en: 'furnishing, by a rule' },
  furnished_rule_ended: { sr: 'nameštenost, povučeno pravilo', en: 'furnishing, a rule withdrawn' },
  identity: { sr: 'to je ta agencija', en: 'it is that agency' },
};

const stated: Say = ({ subject, data }) => {
  const topic = ownEntry(topics, text(data.kind)) ?? named(text(data.kind));
  const answer = data.value === false ? { sr: 'ne', en: 'no' } : { sr: 'da', en: 'yes' };
  const who = [text(data.name), text(data.role)].filter((part) => part !== '').join(', ');
  return {
    sr: `Izjava za agenciju \`${subject}\`: ${topic.sr}, ${answer.sr} (\`${who.replaceAll('`', '’')}\`).`,
    en: `Statement for the agency ${subject}: ${topic.en}, ${answer.en} (${who}).`,
  };
};

const roles: Readonly<Record<string, Sentence>> = {
  administrator: { sr: 'administrator', en: 'administrator' },
  operator: { sr: 'operater', en: 'operator' },
  agency: { sr: 'agencija', en: 'agency' },
};

const scopes: Readonly<Record<string, Sentence>> = {
  full: { sr: 'sve dozvole', en: 'all permissions' },
  read: { sr: 'samo čitanje', en: 'read only' },
  poll: { sr: 'samo zahtev za čitanje fajla', en: 'only requests to read the file' },
};

/** `before NAME (what it says)`: an account with its role, a token with its permissions. */
const labelled =
  (before: Sentence, labels: Readonly<Record<string, Sentence>>, key: string): Say =>
  ({ subject, data }) => {
    const label = labels[text(data[key])];
    const token = text(data.label) === '' ? { sr: '', en: '' } : named(text(data.label));
    const inside = (language: keyof Sentence): string => {
      const parts = [token[language], label?.[language] ?? ''].filter((part) => part !== '');
      return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
    };
    return {
      sr: `${before.sr} \`${subject}\`${inside('sr')}.`,
      en: `${before.en} ${subject}${inside('en')}.`,
    };
  };

const erasedAgency: Say = ({ subject, data }) => {
  const feeds = counted(list(data.feeds).length, feedForms);
  const rows = isObject(data.rows)
    ? Object.values(data.rows).reduce<number>((sum, each) => sum + number(each), 0)
    : 0;
  return {
    sr: `Obrisani su podaci konekcije \`${subject}\`: ${feeds.sr}, redova u bazi: ${rows}.`,
    en: `The data of connection ${subject} were erased: ${feeds.en}, rows of the store: ${rows}.`,
  };
};

const decisions: Readonly<Record<string, Say | undefined>> = {
  active: about({ sr: 'Ponovo se čita feed', en: 'Reading resumed: feed' }),
  paused: about({ sr: 'Pauziran je feed', en: 'Paused: feed' }),
  retired: about({ sr: 'Zauvek je završen feed', en: 'Retired for good: feed' }),
  orphaned: about({ sr: 'Više nije u konfiguraciji feed', en: 'No longer configured: feed' }),
  approved,
  rejected: ({ subject }) => ({
    sr: `Zadržavanje ${subject} je odbijeno: na portalu sve ostaje kako jeste.`,
    en: `Hold ${subject} was rejected: the portal stays as it is.`,
  }),
  hidden: (decision) => {
    const hidden = counted(list(decision.data.hidden).length, listingForms);
    const until = untilGiven(decision);
    return {
      sr: `Zadržavanje ${decision.subject}: za skrivanje ${hidden.sr}${until.sr}.`,
      en: `Hold ${decision.subject}: ${hidden.en} to hide${until.en}.`,
    };
  },
  given: ({ subject }) => ({
    sr: `Zadržavanje ${subject}: oglasi su predati drugom feedu.`,
    en: `Hold ${subject}: the listings were transferred to another feed.`,
  }),
  rekeyed: ({ subject }) => ({
    sr: `Zadržavanje ${subject}: oglasi nastavljaju pod novim šiframa.`,
    en: `Hold ${subject}: the listings continue under their new ids.`,
  }),
  foreign,
  suppress: suppressed,
  unsuppress: about({ sr: 'Feedu je ponovo prepušten oglas', en: 'The feed decides again about listing' }),
  put: about({ sr: 'Ručno je unet oglas', en: 'Entered by hand: listing' }),
  remove: removedByHand,
  'attention.closed': closed,
  'removals.expected': announced,
  'removals.not_expected': about({
    sr: 'Povučena je najava skidanja: feed',
    en: 'The announcement of removals was withdrawn: feed',
  }),
  'content.confirmed': doubted({ sr: 'Potvrđena je vrednost', en: 'A value was confirmed' }),
  'content.rejected': doubted({ sr: 'Odbijena je vrednost', en: 'A value was rejected' }),
  'content.taken_back': doubted({ sr: 'Povučena je potvrda', en: 'A confirmation was taken back' }),
  mapping_upgrade: about({
    sr: 'Na novu verziju mapiranja prešao je feed',
    en: 'Moved to the new mapping version: feed',
  }),
  'feed.change': feedChanged,
  'feed.change_undone': changeUndone,
  'vocabulary.accepted': about({
    sr: 'Prihvaćen je novi rečnik portala, verzija',
    en: 'The portal’s new vocabulary was accepted, version',
  }),
  'agency.add': about({ sr: 'Dodata je agencija', en: 'Created: agency' }),
  'agency.change': about({ sr: 'Izmenjeni su podaci agencije', en: 'Details changed: agency' }),
  'agency.upload': about({
    sr: 'Otpremljen je fajl za probu, agencija',
    en: 'A file was uploaded to try it: agency',
  }),
  'agency.remove': about({ sr: 'Uklonjena je agencija', en: 'Removed: agency' }),
  'agency.person': about({ sr: 'Dodat je nalog za agenciju', en: 'An account was added to agency' }),
  'agency.connect': about({ sr: 'Sa portalom je povezana agencija', en: 'Connected to the portal: agency' }),
  'agency.disconnect': about({
    sr: 'Od portala je odvojena agencija',
    en: 'Disconnected from the portal: agency',
  }),
  'agency.send': about({
    sr: 'Na prvu proveru portala poslata je agencija',
    en: 'Sent for the portal’s first check: agency',
  }),
  'agency.state': stated,
  'account.add': labelled({ sr: 'Napravljen je nalog', en: 'Created: account' }, roles, 'role'),
  'account.connections': about({ sr: 'Izmenjeno je šta vidi nalog', en: 'Access changed: account' }),
  'account.remove': labelled({ sr: 'Uklonjen je nalog', en: 'Removed: account' }, roles, 'role'),
  'account.notices': about({ sr: 'Izabrano je koji mejlovi stižu na nalog', en: 'Mails chosen: account' }),
  'account.invite': about({ sr: 'Napravljen je poziv za nalog', en: 'Invited: account' }),
  'account.mail': about({ sr: 'Poziv je poslat poštom: nalog', en: 'Invitation mailed: account' }),
  'account.accept': about({ sr: 'Poziv je prihvatio nalog', en: 'Invitation accepted: account' }),
  'account.password': about({ sr: 'Lozinku je promenio nalog', en: 'Password changed: account' }),
  'token.add': labelled(
    { sr: 'Napravljen je token za nalog', en: 'A token was made for account' },
    scopes,
    'scope',
  ),
  'token.revoke': labelled(
    { sr: 'Poništen je token za nalog', en: 'A token was revoked of account' },
    scopes,
    'scope',
  ),
  'contacts.shown': about({ sr: 'Prikazani su kontakti oglasa', en: 'Contacts were shown of listing' }),
  reconcile: ({ subject, data }) =>
    data.dry_run === true
      ? {
          sr: `Zatražena je proba poređenja: konekcija \`${subject}\`.`,
          en: `A trial comparison was requested: connection ${subject}.`,
        }
      : {
          sr: `Zatraženo je poređenje: konekcija \`${subject}\`.`,
          en: `A comparison was requested: connection ${subject}.`,
        },
  poll: about({ sr: 'Zatraženo je čitanje: feed', en: 'A poll was requested: feed' }),
  'erase.person': about({ sr: 'Obrisani su podaci o osobi', en: 'The data about a person were erased:' }),
  'erase.agency': erasedAgency,
};

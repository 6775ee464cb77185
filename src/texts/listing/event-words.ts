import type { ListingEvent } from '../../model/listing.js';
import type { RemoveReason } from '../../model/outcome.js';
import type { Sentence } from '../../model/sentence.js';
import { failureCause } from '../failure-causes.js';
import { removalReason } from './verdict-words.js';

type Data = ListingEvent['data'];

/** What happened to a listing, as a clause without a final stop. Of a kind that this release does not know, its name. */
export function eventSentence({ kind, data }: Pick<ListingEvent, 'kind' | 'data'>): Sentence {
  const known = Object.hasOwn(events, kind) ? events[kind] : undefined;
  if (known !== undefined) return typeof known === 'function' ? known(data) : known;
  return { sr: `\`${kind}\``, en: kind.replaceAll('_', ' ') };
}

const refused = ({ failure_code: code }: Data, head: Sentence): Sentence => {
  if (typeof code !== 'string') return head;
  const { why } = failureCause(code);
  return { sr: `${head.sr}: ${why.sr}`, en: `${head.en}: ${why.en}` };
};

const removed = ({ reason, intent }: Data, head: Sentence): Sentence => {
  if (intent === 'suppressed')
    return { sr: `${head.sr}: sklonjen je odlukom`, en: `${head.en}: it is suppressed` };
  if (typeof reason !== 'string') return head;
  const why = removalReason(reason as RemoveReason);
  return { sr: `${head.sr}: ${why.sr}`, en: `${head.en}: ${why.en}` };
};

const text = (value: Data[string] | undefined): string => String(value ?? '');

const events: Readonly<Record<string, Sentence | ((data: Data) => Sentence) | undefined>> = {
  accepted: { sr: 'portal je primio oglas', en: 'the portal took it' },
  needs_review: {
    sr: 'portal je primio oglas, a osoblje portala ga pregleda',
    en: 'the portal took it, and its staff review it',
  },
  contradicted: {
    sr: 'portal navodi da ima isti sadržaj, pa se šalje ponovo',
    en: 'the portal called it unchanged, so it is sent again',
  },
  missing: {
    sr: 'portal nije odgovorio na ovaj oglas, pa se šalje ponovo',
    en: 'the portal’s answer left it out, so it is sent again',
  },
  unchanged: { sr: 'portal već ima isti sadržaj', en: 'the portal has the same content already' },
  rejected: (data) => refused(data, { sr: 'portal ga je odbio', en: 'the portal refused it' }),
  found_on_portal: { sr: 'portal ga već ima', en: 'the portal has it already' },
  refused_by_name: (data) =>
    refused(data, {
      sr: 'portal je odbio zahtev zbog ovog oglasa',
      en: 'the portal refused a request because of this listing',
    }),
  dry_run_rejected: (data) =>
    refused(data, {
      sr: 'portal ga je odbio u probi pre prvog slanja',
      en: 'the portal refused it in the trial before the first push',
    }),
  sent_again: ({ retry }) => ({
    sr: `šalje se ponovo (${text(retry)}. put)`,
    en: `it is sent again (retry ${text(retry)})`,
  }),
  photos_read: { sr: 'fotografije su proverene', en: 'its photos were checked' },
  also_in: ({ feed }) => ({
    sr: `ima ga i feed \`${text(feed)}\``,
    en: `the feed ${text(feed)} has it too`,
  }),
  passed_on: ({ from, to }) => ({
    sr: `prešao je iz feeda \`${text(from)}\` u feed \`${text(to)}\``,
    en: `it passed from the feed ${text(from)} to the feed ${text(to)}`,
  }),
  renamed: ({ from, to }) => ({
    sr: `u fajlu je nova šifra: \`${text(from)}\` → \`${text(to)}\``,
    en: `its id in the feed changed: ${text(from)} → ${text(to)}`,
  }),
  removal_wanted: (data) => removed(data, { sr: 'treba ga skinuti', en: 'it is to be removed' }),
  removed: (data) => removed(data, { sr: 'portal ga je skinuo', en: 'the portal removed it' }),
  archived: { sr: 'portal ga je arhivirao', en: 'the portal archived it' },
  inactive_wanted: { sr: 'treba ga sakriti od posetilaca', en: 'it is to become inactive' },
  drift_repaired: {
    sr: 'portal je imao drugačiji sadržaj, pa se šalje ponovo',
    en: 'the portal had other content, so it is sent again',
  },
  taken_down: { sr: 'osoblje portala ga je skinulo', en: 'the portal’s staff took it down' },
  released: {
    sr: 'konekcija je opozvana: ne vodi se više odavde',
    en: 'the connection was revoked: it is no longer managed from here',
  },
  adopted: { sr: 'preuzeto je stanje sa portala', en: 'its state at the portal was adopted' },
  portal_live: { sr: 'vidi se na portalu', en: 'visible on the portal' },
  portal_inactive: {
    sr: 'na portalu, ali skriven od posetilaca',
    en: 'on the portal, not shown to visitors',
  },
  portal_needs_review: { sr: 'osoblje portala ga pregleda', en: 'the portal’s staff review it' },
  portal_rejected: { sr: 'portal ga je odbio', en: 'the portal refused it' },
  portal_taken_down: { sr: 'osoblje portala ga je skinulo', en: 'the portal’s staff took it down' },
  portal_removed: { sr: 'više nije na portalu', en: 'no longer on the portal' },
  portal_archived: { sr: 'arhiviran je na portalu', en: 'archived at the portal' },
  portal_sent: { sr: 'poslat je portalu', en: 'sent to the portal' },
  portal_accepted: { sr: 'portal ga obrađuje', en: 'the portal processes it' },
  portal_unknown: { sr: 'stanje na portalu nije poznato', en: 'its state at the portal is not known' },
  portal_none: { sr: 'nije na portalu', en: 'not on the portal' },
  portal_released: { sr: 'ne vodi se više odavde', en: 'no longer managed from here' },
};

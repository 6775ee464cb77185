import type { AgencyReport } from '../../server/api/agency-report.js';
import { counted, listingForms } from '../../texts/counted.js';
import { oneLine } from './text.js';

/** Headings of the parts, as on the page. */
const headings: Readonly<Record<AgencyReport['parts'][number]['part'], string>> = {
  invalid: 'Not published: something is missing',
  refused: 'Not published: the portal refused them',
  held: 'On the portal but not in the file: a decision is pending',
  missing: 'On the portal but not in the file: removed if they do not return',
  in_review: 'In review, the portal decides',
  on_the_way: 'On the way to the portal, nothing to do',
  on_portal: 'On the portal',
};

export function reportText({
  agency,
  connection,
  listings,
  on_portal: on,
  tasks,
  parts,
}: AgencyReport): string {
  const head = `${oneLine(agency)} (${connection}): ${on} of ${counted(listings, listingForms).en} on the portal`;
  const waits =
    tasks.length === 0
      ? 'Nothing waits for the agency.'
      : ['Waits for the agency:', ...tasks.map(({ sentence }) => `  ${oneLine(sentence.en)}`)].join('\n');
  return [head, waits, ...parts.map(partText)].join('\n\n');
}

function partText({ part, total, listings }: AgencyReport['parts'][number]): string {
  const more = total - listings.length;
  return [
    `${headings[part]}: ${total}`,
    ...listings.map((listing) => `  ${lineOf(listing, part !== 'on_portal')}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ].join('\n');
}

function lineOf(
  { external_id: id, title, card, told }: AgencyReport['parts'][number]['listings'][number],
  saysWhy: boolean,
): string {
  const { price = null, address = null, place = null } = card ?? {};
  const facts = [
    ...[id, title, price === null ? null : `${price.amount} ${price.currency}`],
    [address, place].filter((part) => part !== null && part !== '').join(', '),
  ].filter((part) => part !== null && part !== '');
  return oneLine(`${facts.join(' · ')}${saysWhy ? `: ${told.en}` : ''}`);
}

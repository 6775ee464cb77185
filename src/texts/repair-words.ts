import { repairCode, type RepairKind } from '../model/outcome.js';
import type { Sentence } from '../model/sentence.js';

/** What is repaired, as a name before a count. */
export const repairNames: Readonly<Record<RepairKind, Sentence>> = {
  bare_ampersand: { sr: 'znak & bez nastavka', en: 'bare &' },
  control_character: { sr: 'kontrolni znaci', en: 'control characters' },
  windows_1252: { sr: 'znaci kodne strane windows-1252', en: 'windows-1252 characters' },
  surrogate_pair: { sr: 'znaci podeljeni na dva dela', en: 'split characters' },
  escaped_cdata: { sr: 'CDATA oznake u tekstu', en: 'CDATA marks in texts' },
  double_escaped: { sr: 'dvostruko kodirani tekstovi', en: 'texts escaped twice' },
  shortcode: { sr: 'kodovi uređivača stranica', en: 'page-builder codes' },
  literal_newline: { sr: 'ispisane oznake za novi red', en: 'written-out line ends' },
  stray_bom: { sr: 'suvišan BOM', en: 'stray byte order mark' },
  after_root: { sr: 'HTML iza kraja fajla', en: 'HTML behind the end' },
};

type Repairs = ReadonlyMap<RepairKind, number> | undefined;

/** The counts of a run, by the code of the repair: `repaired_bare_ampersand`. Kinds that were not met are left out. */
export function repairCounts(repairs: Repairs): Record<string, number> {
  return Object.fromEntries([...(repairs ?? [])].map(([kind, count]) => [repairCode(kind), count]));
}

/** The repairs of a run as a part of its message; null for none. */
export function repairText(repairs: Repairs): string | null {
  const parts = [...(repairs ?? [])].map(([kind, count]) => `${repairNames[kind].en} ${count}`);
  return parts.length === 0 ? null : `repaired: ${parts.join(', ')}`;
}

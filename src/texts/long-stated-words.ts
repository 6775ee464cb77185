import type { Hold } from '../model/hold.js';
import type { Sentence } from '../model/sentence.js';
import { counted, listingForms, serbianForm } from './counted.js';

type LeavingCounts = Pick<Hold, 'lineCount' | 'inactiveCount'>;

/**
 * Listings that their records called sold, rented, withdrawn, reserved or switched off before an upgrade of the mapping: since when is not
 * known. Names them without saying what becomes of them.
 */
export function longStatedSentence({ lineCount, inactiveCount }: LeavingCounts): Sentence {
  const listings = counted(lineCount, listingForms);
  const it = { sr: lineCount === 1 ? 'ga' : 'ih', en: lineCount === 1 ? 'it' : 'them' };
  const { sr, en } = states({ lineCount, inactiveCount });
  return {
    sr: `U vašem programu ${listings.sr} već neko vreme ${sr}, a portal ${it.sr} i dalje prikazuje`,
    en: `Your software has called ${listings.en} ${en} for some time, and the portal still shows ${it.en}`,
  };
}

function states({ lineCount: count, inactiveCount }: LeavingCounts): Sentence {
  if (inactiveCount === 0)
    return {
      sr: serbianForm(
        count,
        'stoji kao prodat, izdat ili povučen',
        'stoje kao prodata, izdata ili povučena',
        'stoji kao prodato, izdato ili povučeno',
      ),
      en: 'sold, rented or withdrawn',
    };
  if (inactiveCount === count)
    return {
      sr: serbianForm(
        count,
        'stoji kao rezervisan ili isključen',
        'stoje kao rezervisana ili isključena',
        'stoji kao rezervisano ili isključeno',
      ),
      en: 'reserved or switched off',
    };
  return {
    sr: serbianForm(count, 'nije u ponudi', 'nisu u ponudi', 'nije u ponudi'),
    en: 'sold, rented, withdrawn, reserved or switched off',
  };
}

/** The question of such a hold, for the agency that decides it. */
export function longStatedQuestion(of: LeavingCounts): Sentence {
  const { lineCount, inactiveCount } = of;
  const { sr, en } = longStatedSentence(of);
  const isOne = lineCount === 1;
  const they = isOne ? 'it' : 'they';
  if (inactiveCount === 0)
    return {
      sr: `${sr}. Da ${isOne ? 'ga' : 'ih'} skinemo sa portala?`,
      en: `${en}: should ${they} be removed from the portal?`,
    };
  if (inactiveCount === lineCount)
    return {
      sr: `${sr}. Da ${isOne ? 'ga' : 'ih'} sakrijemo od posetilaca?`,
      en: `${en}: should visitors no longer see ${isOne ? 'it' : 'them'}?`,
    };
  const inactive = counted(inactiveCount, listingForms);
  return {
    sr: `${sr}. ${inactive.sr} ${serbianForm(inactiveCount, 'je rezervisan ili isključen i samo se sakriva', 'su rezervisana ili isključena i samo se sakrivaju', 'je rezervisano ili isključeno i samo se sakriva')}, a ostalo se skida sa portala. Da li je to u redu?`,
    en: `${en}. ${inactive.en} ${inactiveCount === 1 ? 'is' : 'are'} reserved or switched off and would only be hidden, the rest would be removed. Is that right?`,
  };
}

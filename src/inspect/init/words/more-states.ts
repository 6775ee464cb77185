import type { StateTarget } from '../../../core/content/record-state.js';
import { fold } from '../../../model/fold.js';

/** Words of states that no edition of the shipped ones has, by target. A proposal writes them into its table. */
const words: readonly (readonly [StateTarget, string])[] = [
  [
    'active',
    `ενεργή; ενεργό; ενεργός; ενεργά; διαθέσιμο; διαθέσιμη; διαθέσιμος; προς πώληση; προς ενοικίαση; активна; активен; активно;
    disponibilă; disponibil; в продажба; aktívny; aktívna; v ponuke; v nabídce; aktivní; tilgjengelig; til salg; til salgs; till salu`,
  ],
  [
    'sold',
    `πουλήθηκε; πωλήθηκε; πωλήθηκαν; πουλημένο; πωλημένο; πωληθέν; продаден; продадена; продадено; продадени; prodané; předáno`,
  ],
  [
    'rented',
    `ενοικιάστηκε; νοικιάστηκε; ενοικιασμένο; νοικιασμένο; μισθώθηκε; отдаден; отдадена; отдадено; отдадени`,
  ],
  [
    'inactive',
    `ανενεργή; ανενεργό; ανενεργός; μη διαθέσιμο; μη ενεργό; κρατημένο; κράτηση; με προκαταβολή; υπό διαπραγμάτευση; σε αναμονή;
    неактивна; неактивен; неактивно; резервиран; резервирана; резервирано; депозиран; капариран; капарирана; капарирано`,
  ],
  [
    'withdrawn',
    `αποσύρθηκε; αποσυρμένο; διαγραμμένο; διαγράφηκε; ακυρώθηκε; ακυρωμένο; изтрит; изтрита; изтрито; архивиран; архивирана`,
  ],
  ['expired', `έληξε; ληγμένο; изтекла; изтекъл; изтекло`],
  ['ignore', `πρόχειρο; υπό επεξεργασία; чернова`],
];

const meanings: ReadonlyMap<string, StateTarget> = new Map(
  words.flatMap(([state, list]) => list.split(';').map((word) => [fold(word), state] as const)),
);

/** What a word means of which the shipped editions say nothing; null: nothing known. */
export function moreState(word: string): StateTarget | null {
  return meanings.get(fold(word)) ?? null;
}

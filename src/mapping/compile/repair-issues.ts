import { type Issue, repairCode, type RepairKind } from '../../model/outcome.js';

/** The warning that reports what was repaired in a record. */
export function repairIssue(kind: RepairKind): Issue {
  return { severity: 'warning', code: repairCode(kind), pointer: '', message: messages[kind] };
}

const messages: Readonly<Record<RepairKind, string>> = {
  bare_ampersand: 'The record has a bare &, which is read as &amp;.',
  control_character: 'The record has control characters, which are left out.',
  windows_1252:
    'The record has characters by their numbers in windows-1252, such as &#128;. They are read as such.',
  surrogate_pair: 'The record has a character as two references. They are read as one.',
  escaped_cdata: 'The record has <![CDATA[ and ]]> as text. They are left out.',
  double_escaped: 'Texts of the record are escaped once too often. They are decoded.',
  shortcode: 'Texts of the record have codes of a page builder, such as [vc_row]. They are left out.',
  literal_newline: 'Texts of the record have \\n or \\r\\n as letters. They are read as line ends.',
  stray_bom: 'The file has a second byte order mark, which is left out.',
  after_root: 'The file has HTML behind its end, which is left out.',
};

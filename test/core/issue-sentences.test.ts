import { expect, it } from 'vitest';
import { issueSentence } from '../../src/texts/issue-sentences.js';

it('says of an issue what it means, whatever its code', () => {
  const issue = (code: string, severity = 'warning'): string =>
    issueSentence({ code, severity, pointer: '/location/lat' }).sr;
  const codes = ['required', 'bad_text', 'coordinates_far', 'text_cut', 'unmapped_word', 'answer_missing'];
  const said = [...codes.map((code) => issue(code)), issue('something_new'), issue('something_new', 'error')];
  expect(new Set(said).size).toBe(codes.length + 2);
  expect(said.filter((text) => /[/_]|location/.test(text))).toEqual([]);
});

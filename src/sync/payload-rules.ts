import type { Vocabulary } from '../core/reference.js';
import type { Protocol } from '../wire/protocol.js';
import { businessCategories, vocabularyKeys } from '../wire/vocabulary.js';
import type { PayloadRules } from './check-mapped.js';

/** The rules that payloads are held against: the spec's, under the live vocabulary and the protocol's settings. */
export function payloadRules(
  vocabulary: Vocabulary,
  protocol: Protocol,
  photoTokens: readonly string[],
): PayloadRules {
  return {
    protocol,
    vocabulary: vocabularyKeys(vocabulary),
    businessCategories: businessCategories(vocabulary, protocol),
    photoTokens,
  };
}

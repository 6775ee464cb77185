import { photoToken } from '../../store/facts/photo-token.js';
import type { Feed, Services } from '../services/services.js';

/** The feed with all query keys that do not make a photo another one: those that its mapping names, and the one that was found. */
export async function withPhotoToken<Of extends Pick<Feed, 'id' | 'mapping' | 'photoTokens'>>(
  feed: Of,
  { store }: Pick<Services, 'store'>,
): Promise<Of> {
  const found = await photoToken(feed.id, store);
  return found === null ? feed : { ...feed, photoTokens: joined(feed.mapping.photoTokens, found.key) };
}

/** The same keys in the same order give the same digests. */
export function joined(tokens: readonly string[], key: string): string[] {
  return tokens.includes(key) ? [...tokens] : [...tokens, key];
}

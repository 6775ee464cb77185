import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client.js';
import { useSpeech } from '../../words/context.js';
import { Details } from '../details.js';
import { Facts } from '../facts.js';
import { Fold } from '../fold.js';
import { ProposalLines } from './proposal-lines.js';

/** What is known of a proposed mapping: the format, how many listings are ready, its lines, and what to check. */
export function ProposedMapping({ proposal }: { proposal: Schemas['MappingProposal'] }): ReactNode {
  const { t, language } = useSpeech();
  const isEnglish = language === 'en';
  const { about, ready, listings, lines, doubts } = proposal;
  return (
    <Stack gap="sm">
      <Facts
        facts={[
          ...(isEnglish ? [[t('proposal.format'), <span lang="en">{about}</span>] as const] : []),
          [t('proposal.ready'), t('proposal.ready.of', { ready, n: listings })],
        ]}
      />
      <ProposalLines lines={lines} />
      {isEnglish && doubts.length > 0 ? (
        <Fold summary={t('proposal.doubts')}>
          {doubts.map((doubt) => (
            <Text key={doubt} size="sm" lang="en">
              {doubt}
            </Text>
          ))}
        </Fold>
      ) : (
        <Details lines={isEnglish ? [] : [about, ...doubts]} />
      )}
    </Stack>
  );
}

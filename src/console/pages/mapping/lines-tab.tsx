import type { ReactNode } from 'react';
import { api } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';
import { ProposalLines } from '../../parts/proposal/proposal-lines.js';
import { Answered, EmptyPart } from '../../parts/states.js';
import { useSpeech } from '../../words/context.js';

/** What the mapping in use reads of the feed's last file: what is clear, asked and left out. */
export function LinesTab({ feed }: { feed: string }): ReactNode {
  const { t } = useSpeech();
  const trial = useAnswer(['mapping', feed, 'lines'], (signal) =>
    api.POST('/api/v1/feeds/{name}/mapping/preview', {
      params: { path: { name: feed } },
      body: { limit: 0 },
      signal,
    }),
  );
  return (
    <Answered question={trial}>
      {({ preview: { lines } }) =>
        lines.length === 0 ? (
          <EmptyPart title={t('mapping.lines.none')}>{t('mapping.lines.none.more')}</EmptyPart>
        ) : (
          <ProposalLines lines={lines} />
        )
      }
    </Answered>
  );
}

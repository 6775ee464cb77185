import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';
import { ProposedMapping } from '../../parts/proposal/proposed-mapping.js';
import { Section } from '../../parts/section.js';
import { Answered } from '../../parts/states.js';
import { useSpeech } from '../../words/context.js';

/** For staff: the mapping that is proposed for the feed's last file, and a button that puts it into the editor. */
export function FromProposal({ feed, onTake }: { feed: string; onTake: (text: string) => void }): ReactNode {
  const { t } = useSpeech();
  const proposal = useAnswer(['mapping', feed, 'proposal'], (signal) =>
    api.GET('/api/v1/feeds/{name}/mapping/proposal', { params: { path: { name: feed } }, signal }),
  );
  return (
    <Section title={t('proposal.title')} text={t('proposal.start.more')}>
      <Answered question={proposal}>{(data) => <Taken proposal={data} onTake={onTake} />}</Answered>
    </Section>
  );
}

function Taken({
  proposal,
  onTake,
}: {
  proposal: Schemas['MappingProposal'];
  onTake: (text: string) => void;
}): ReactNode {
  const { t } = useSpeech();
  return (
    <Stack gap="sm">
      <ProposedMapping proposal={proposal} />
      <Group>
        <Button variant="default" onClick={() => onTake(proposal.text)}>
          {t('proposal.into_editor')}
        </Button>
      </Group>
    </Stack>
  );
}

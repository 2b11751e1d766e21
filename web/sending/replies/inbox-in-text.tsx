import type { ReplyModeSettings } from '../../../contract/sending/reply-mode.ts';
import { Switch } from '../../ui/form/switch.tsx';
import { Part } from '../../ui/section.tsx';
import { Strong } from '../../ui/strong.tsx';
import { useReplyModeChange } from './reply-mode-query.ts';

interface InboxInTextProps {
  handleId: number;
  inbox: string | undefined;
  settings: ReplyModeSettings;
}

/** The switch that lets a reply contain the address of the inbox. */
export function InboxInText({ handleId, inbox, settings }: InboxInTextProps) {
  const { mutate } = useReplyModeChange(handleId);
  return (
    <Part
      title="Let a reply contain my inbox’s address"
      about={
        <>
          A signature or quoted lines can reveal {inbox ? <Strong>{inbox}</Strong> : 'the address of your inbox'}.{' '}
          {settings.allowInboxInText
            ? 'Such a reply is sent as it is.'
            : 'Such a reply is not sent, and we tell you why. Turn this on if you do not mind.'}
        </>
      }
      aside={
        <Switch
          checked={settings.allowInboxInText}
          label="Let a reply contain my inbox’s address"
          onChange={(allowInboxInText) => mutate({ allowInboxInText })}
        />
      }
    />
  );
}

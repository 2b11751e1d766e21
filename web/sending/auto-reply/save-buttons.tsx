import { ActionError } from '../../ui/action-error.tsx';
import { Button } from '../../ui/form/button.tsx';

interface SaveButtonsProps {
  isOn: boolean;
  isDirty: boolean;
  busy: 'save' | 'switch' | null;
  problem: string | undefined;
  onSave: () => void;
  onTurnOff: () => void;
}

/** Saves the form, and turns the reply on and off. The submit button saves and turns on. */
export function SaveButtons({ isOn, isDirty, busy, problem, onSave, onTurnOff }: SaveButtonsProps) {
  return (
    <div className="grid grid-cols-1 gap-3 p-4 sm:px-6">
      <ActionError>{problem}</ActionError>
      <div className="flex flex-wrap items-center gap-2.5 [&>button]:max-sm:w-full">
        {isOn ? (
          <>
            <Button type="submit" busy={busy === 'save'} disabled={!isDirty && busy === null}>
              Save changes
            </Button>
            <Button variant="secondary" busy={busy === 'switch'} onClick={onTurnOff}>
              Turn off
            </Button>
          </>
        ) : (
          <>
            <Button type="submit" variant="brand" busy={busy === 'switch'}>
              {isDirty ? 'Save and turn on' : 'Turn on'}
            </Button>
            {(isDirty || busy === 'save') && (
              <Button variant="secondary" busy={busy === 'save'} onClick={onSave}>
                Save but leave it off
              </Button>
            )}
          </>
        )}
        {isDirty && <p className="text-sm text-soft sm:ml-auto">There are unsaved changes.</p>}
      </div>
    </div>
  );
}

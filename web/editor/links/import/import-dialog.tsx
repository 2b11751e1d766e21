import { FileUp, Import } from 'lucide-react';
import { useRef, useState } from 'react';
import { Dialog, DialogIcon } from '../../../ui/dialog/dialog.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Textarea } from '../../../ui/form/textarea.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { ChooseStep } from './choose-step.tsx';
import { LeftList } from './left-list.tsx';
import { MAX_IMPORT_LENGTH, type ReadPage, readPage } from './read-page.ts';

interface ImportDialogProps {
  open: boolean;
  onClose: () => void;
}

type Step = { name: 'paste' } | { name: 'choose'; page: ReadPage } | { name: 'done'; page: ReadPage; taken: number };

const TOO_LARGE = 'This is longer than 5 MB. Please save the page as HTML only, without pictures, or paste its links.';
const NOTHING = 'No links were found. Please save the whole page, or paste its links, one per line.';
const UNREADABLE = 'This page cannot be read. Please paste its links, one per line.';

/**
 * Imports the links of another page: paste the page or choose its file, choose what to import, and see what was left
 * out.
 */
export function ImportDialog({ open, onClose }: ImportDialogProps) {
  const [step, setStep] = useState<Step>({ name: 'paste' });
  const { errors, fail, reset, form, input } = useForm(
    { text: '' },
    {
      onSubmit: ({ text }) =>
        text.trim() === '' ? { text: 'Please paste a page or some links first, or choose a file.' } : read(text),
    },
  );
  const file = useRef<HTMLInputElement>(null);
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) {
    setWasOpen(open);
    setStep({ name: 'paste' });
    reset();
  }

  /** Shows the links of a page, or returns the reason for finding none. */
  function read(saved: string) {
    const found = tryToRead(saved);
    if (typeof found === 'string') return { text: found };
    setStep({ name: 'choose', page: found });
  }

  async function readFile(chosen: File | undefined) {
    if (chosen) fail((chosen.size > MAX_IMPORT_LENGTH ? { text: TOO_LARGE } : read(await chosen.text())) ?? {});
  }

  if (step.name === 'choose') {
    const { page } = step;
    return (
      <Dialog
        open={open}
        onClose={onClose}
        title="Choose what to import"
        description={page.source ? <p>Found on your {page.source} page.</p> : undefined}
      >
        <ChooseStep
          page={page}
          onBack={() => setStep({ name: 'paste' })}
          onTaken={(taken) => setStep({ name: 'done', page, taken })}
        />
      </Dialog>
    );
  }

  if (step.name === 'done') {
    const { page, taken } = step;
    return (
      <Dialog
        open={open}
        onClose={onClose}
        icon={<DialogIcon tone="success" icon={Import} />}
        title={taken === 1 ? '1 block is on your page' : `${taken} blocks are on your page`}
        description={
          <p>
            {page.left.length === 0
              ? 'Everything you chose was imported.'
              : 'Pictures are not imported. These links were left out:'}
          </p>
        }
      >
        <LeftList left={page.left} />
        <Button variant="brand" className="w-full" onClick={onClose}>
          Done
        </Button>
      </Dialog>
    );
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      icon={<DialogIcon tone="brand" icon={Import} />}
      title="Import your links"
      description={
        <p>
          Open your page on Linktree, Bento, Carrd, Beacons or LinkStack, save it (Ctrl+S), and choose the file here. A
          list of links works too.
        </p>
      }
    >
      <form {...form} className="grid grid-cols-1 gap-4">
        <Field label="Saved page, or links (one per line)" error={errors.text}>
          {(control) => (
            <Textarea
              {...control}
              {...input('text')}
              placeholder={'My shop https://shop.example\nhttps://instagram.com/you'}
              spellCheck={false}
              autoCapitalize="none"
              className="max-h-48 overflow-y-auto"
            />
          )}
        </Field>
        <input
          ref={file}
          type="file"
          accept=".html,.htm,.txt,text/html,text/plain"
          className="sr-only"
          tabIndex={-1}
          aria-hidden
          onChange={(event) => {
            void readFile(event.target.files?.[0]);
            // Lets the user choose the same file again after a change.
            event.target.value = '';
          }}
        />
        <div className="mt-2 flex flex-col-reverse gap-2.5 sm:grid sm:grid-cols-2">
          <Button variant="secondary" onClick={() => file.current?.click()}>
            <FileUp aria-hidden /> Choose a file
          </Button>
          <Button type="submit" variant="brand">
            Find links
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Returns the page that was read, or the message that it cannot be read. */
function tryToRead(saved: string): ReadPage | string {
  if (saved.length > MAX_IMPORT_LENGTH) return TOO_LARGE;
  try {
    const page = readPage(saved);
    return page.found.length === 0 && page.name === '' ? NOTHING : page;
  } catch {
    return UNREADABLE;
  }
}

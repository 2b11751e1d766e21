import { Plus } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { isLinkAddress } from '../../../contract/social/platforms.ts';
import { platformLabel } from '../../social/shared/platform-label.ts';
import { Button } from '../../ui/form/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Input } from '../../ui/form/input.tsx';
import { Select } from '../../ui/form/select.tsx';
import type { LinkValue } from '../shared/social-links.ts';
import { OFFERED } from './offered-platforms.ts';

const EMPTY = { platform: '', username: '', url: '' };

const loadRules = () => import('./link-address.ts');
type Rules = Awaited<ReturnType<typeof loadRules>>;

interface AddLinkProps {
  /** Platforms that already have a link: each can have only one. */
  taken: string[];
  onAdd: (link: LinkValue) => void;
}

/** Adds a link to the form; it is saved together with the other settings. */
export function AddLink({ taken, onAdd }: AddLinkProps) {
  const [typed, setTyped] = useState(EMPTY);
  const [errors, setErrors] = useState<{ username?: string; url?: string }>({});
  // The rules of all networks are downloaded when the form is first used.
  const [rules, setRules] = useState<Rules>();
  const isLoading = useRef(false);
  const platforms = useRef<HTMLSelectElement>(null);
  const available = OFFERED.filter((id) => !taken.includes(id));
  const username = typed.username.trim();
  const complete = typed.platform !== '' && username !== '';
  const built = rules?.builtLink(typed.platform, username);
  const builtUrl = username !== '' && built && 'url' in built ? built.url : '';

  function change(changed: Partial<typeof EMPTY>) {
    setErrors({});
    setTyped({ ...typed, ...changed });
  }

  async function add() {
    const url = typed.url.trim();
    if (!complete) return;
    if (isLoading.current) return;
    isLoading.current = true;
    const current = rules ?? (await loadRules().catch(() => undefined));
    isLoading.current = false;
    if (!current) {
      setErrors({ username: 'This name could not be checked. Check your connection and try again.' });
      return;
    }
    setRules(current);
    const built = current.builtLink(typed.platform, username);
    if (url !== '' && !isLinkAddress(url)) {
      setErrors({ url: 'Only https, http and mailto addresses can be linked.' });
      return;
    }
    if (url === '' && 'fault' in built) {
      setErrors({ username: built.fault });
      return;
    }
    const link = url !== '' || 'fault' in built ? { username, url } : built;
    onAdd({ platform: typed.platform, ...link, isActive: true });
    setTyped(EMPTY);
    platforms.current?.focus();
  }

  function prepare() {
    if (!rules) loadRules().then(setRules, () => {});
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return;
    // Enter adds the link instead of submitting the form.
    event.preventDefault();
    void add();
  }

  if (available.length === 0) return <p className="text-sm text-soft">Every platform already has a link.</p>;
  return (
    <div className="grid grid-cols-1 gap-4 rounded-control bg-muted/60 p-4 sm:grid-cols-2">
      <Field label="Platform">
        {(control) => (
          <Select
            {...control}
            ref={platforms}
            value={typed.platform}
            onFocus={prepare}
            onChange={(event) => change({ platform: event.target.value })}
          >
            <option value="">Choose a platform</option>
            {available.map((id) => (
              <option key={id} value={id}>
                {platformLabel(id)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Username" error={errors.username}>
        {(control) => (
          <Input
            {...control}
            value={typed.username}
            onFocus={prepare}
            onChange={(event) => change({ username: event.target.value })}
            onKeyDown={onKeyDown}
            maxLength={2048}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="done"
          />
        )}
      </Field>
      <div className="sm:col-span-2">
        <Field
          label="URL (optional)"
          error={errors.url}
          help={typed.platform === 'discord' && !builtUrl ? rules?.DISCORD_HINT : builtUrl}
        >
          {(control) => (
            <Input
              {...control}
              type="url"
              inputMode="url"
              value={typed.url}
              onChange={(event) => change({ url: event.target.value })}
              onKeyDown={onKeyDown}
              placeholder={builtUrl || 'https://'}
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
            />
          )}
        </Field>
      </div>
      <Button
        variant="secondary"
        disabled={!complete}
        onClick={() => void add()}
        className="sm:col-span-2 sm:justify-self-start"
      >
        <Plus aria-hidden /> Add Social Link
      </Button>
    </div>
  );
}

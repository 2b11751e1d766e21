import { Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { MAX_ICONS } from '../../../../../contract/blocks/blocks.ts';
import { NETWORKS, type NetworkId } from '../../../../../contract/social/networks.ts';
import { readPlatformLink } from '../../../../../contract/social/platform-links.ts';
import { Button } from '../../../../ui/form/button.tsx';
import { Field } from '../../../../ui/form/field.tsx';
import { Input } from '../../../../ui/form/input.tsx';
import { Select } from '../../../../ui/form/select.tsx';
import { NetworkIcon } from '../../block-icon.tsx';
import { networkLabel } from '../../shared/block-title.ts';
import type { FieldsProps } from './fields-props.ts';

/** The fields of a row of icons: the networks in it, and one more to add. */
export function IconsFields({ value, errors, onChange }: FieldsProps<'icons'>) {
  const [platform, setPlatform] = useState<NetworkId>('instagram');
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const { items } = value;

  function add() {
    const read = readPlatformLink(platform, typed);
    if (typed.trim() === '' || 'fault' in read) {
      setFault('fault' in read ? read.fault : 'Please enter your name on that network.');
      field.current?.focus();
      return;
    }
    onChange({ items: [...items, { platform, ...read }] });
    setTyped('');
    setFault(undefined);
    field.current?.focus();
  }

  const itemError = Object.entries(errors).find(([name]) => name.startsWith('items'))?.[1];
  return (
    <>
      {items.length > 0 && (
        <ul aria-label="Networks in this row" className="grid gap-2">
          {items.map((item, at) => (
            <li
              key={`${item.platform} ${item.url}`}
              className="flex items-center gap-3 rounded-control border border-border pl-3 [&_svg]:size-5"
            >
              <NetworkIcon id={item.platform} />
              <span className="min-w-0 flex-1 truncate text-sm">
                {networkLabel(item.platform)} <span className="text-soft">{item.username}</span>
              </span>
              <button
                type="button"
                aria-label={`Remove ${networkLabel(item.platform)} from the row`}
                onClick={() => {
                  onChange({ items: items.filter((_item, index) => index !== at) });
                  field.current?.focus();
                }}
                className="grid size-11 place-items-center rounded-control text-soft -outline-offset-2 hover:bg-hover hover:text-text"
              >
                <X aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      {items.length < MAX_ICONS && (
        <div className="grid items-start gap-4 rounded-control bg-muted/60 p-4 sm:grid-cols-2">
          <Field label="Network">
            {(control) => (
              <Select
                {...control}
                data-autofocus
                value={platform}
                onChange={(event) => {
                  setPlatform(event.target.value as NetworkId);
                  setFault(undefined);
                }}
              >
                {NETWORKS.map(({ id }) => (
                  <option key={id} value={id}>
                    {networkLabel(id)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label="Name or address" error={fault ?? itemError}>
            {(control) => (
              <Input
                {...control}
                ref={field}
                value={typed}
                onChange={(event) => {
                  setTyped(event.target.value);
                  setFault(undefined);
                }}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || typed.trim() === '') return;
                  // Enter adds the network instead of submitting the form.
                  event.preventDefault();
                  add();
                }}
                autoCapitalize="none"
                autoComplete="off"
                spellCheck={false}
              />
            )}
          </Field>
          <Button variant="secondary" onClick={add} className="sm:col-span-2 sm:justify-self-start">
            <Plus aria-hidden /> Add to the row
          </Button>
        </div>
      )}
    </>
  );
}

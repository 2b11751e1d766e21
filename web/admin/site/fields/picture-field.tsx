import { type ChangeEvent, useId, useRef } from 'react';
import type { SitePictureKind } from '../../../../contract/pictures.ts';
import { postSitePicture, postSitePictureUpload, SITE_UPLOAD_TYPES } from '../../../../contract/site/site-pictures.ts';
import { call } from '../../../api/client.ts';
import { ApiError } from '../../../api/error.ts';
import { failureOf } from '../../../api/failure.ts';
import { useAction } from '../../../api/use-action.ts';
import { classNames } from '../../../ui/class-names.ts';
import { PictureButtons } from '../../../uploads/shared/picture-buttons.tsx';
import { uploadErrorText } from '../../../uploads/shared/upload-text.ts';
import { useSiteForm, useSiteValue, type ValueName } from '../site-form-context.ts';

interface PictureFieldProps {
  name: ValueName;
  kind: SitePictureKind;
  label: string;
  help: string;
  /** The picture is for dark surfaces. */
  isDark?: boolean;
}

/** A picture of the site, with buttons to upload, change and remove it. It is uploaded immediately, and used once the form is saved. */
export function PictureField({ name, kind, label, help, isDark = false }: PictureFieldProps) {
  const { isReadOnly } = useSiteForm();
  const { value, error, change } = useSiteValue<string | null>(name);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const upload = useAction({ mutationFn: (file: File) => uploadPicture(kind, file), onSuccess: change });
  const problem = error ?? failureOf(upload, uploadProblem);

  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    if (file) upload.mutate(file);
    // The same file can be chosen again after a failure.
    target.value = '';
  }

  return (
    <fieldset className="grid content-start gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div className="flex min-h-16 items-center gap-2">
        {value && (
          <img
            src={value}
            alt=""
            className={classNames(
              'h-16 min-w-0 max-w-[50%] shrink forced-color-adjust-none rounded-control border border-border object-contain p-1.5',
              isDark ? 'bg-ink' : 'bg-white',
            )}
          />
        )}
        {!isReadOnly && (
          <>
            <input
              ref={input}
              type="file"
              accept={SITE_UPLOAD_TYPES.join(',')}
              aria-label={label}
              onChange={choose}
              className="hidden"
            />
            <PictureButtons
              label={label}
              hasPicture={Boolean(value)}
              busy={upload.isPending}
              describedBy={id}
              onUpload={() => input.current?.click()}
              onRemove={() => change(null)}
            />
          </>
        )}
        {!value && isReadOnly && <span className="text-sm text-soft">Standard</span>}
      </div>
      <p id={id} role={problem ? 'alert' : undefined} className={`text-sm ${problem ? 'text-danger' : 'text-soft'}`}>
        {problem ?? help}
      </p>
    </fieldset>
  );
}

/** Uploads a file, and returns the path of the picture. */
async function uploadPicture(kind: SitePictureKind, file: File): Promise<string> {
  const contentType = SITE_UPLOAD_TYPES.find((type) => type === file.type);
  const announced = { ...(contentType && { contentType }), contentLength: file.size };
  const { uploadURL } = await call(postSitePictureUpload, { body: { kind, ...announced } });
  const stored = await fetch(uploadURL, { method: 'PUT', body: file, headers: { 'Content-Type': file.type } });
  if (!stored.ok) throw new ApiError(stored.status, stored.statusText, await stored.text());
  return (await call(postSitePicture, { body: { kind, uploadURL } })).path;
}

/** Returns the reason of a failure: of the file if it names one. */
function uploadProblem(error: unknown): string {
  const [first] = error instanceof ApiError ? error.fieldErrors : [];
  return first?.message ?? uploadErrorText(error);
}

import type { PictureKind } from '../../contract/pictures.ts';

interface PictureText {
  card: string;
  about: string;
  /** Texts beside an uploaded picture, and beside the default one. */
  custom: readonly [label: string, about: string];
  fallback: readonly [label: string, about: string];
  hint: string;
  upload: string;
  remove: string;
  uploading: string;
  processing: string;
  saved: readonly [title: string, description: string];
  notSaved: readonly [title: string, description: string];
  removed: readonly [title: string, description: string];
  notRemoved: readonly [title: string, description: string];
}

export const PICTURE_TEXT: Record<PictureKind, PictureText> = {
  avatar: {
    card: 'Avatar',
    about: 'This picture appears on all your pages without a picture of their own.',
    custom: ['Current Avatar', 'Custom uploaded image'],
    fallback: ['Default Avatar', 'Generated from your email'],
    hint: 'Supported formats: PNG, JPG, GIF (max 10MB)',
    upload: 'Upload New Avatar',
    remove: 'Remove Avatar',
    uploading: 'Uploading your avatar...',
    processing: 'Processing your avatar...',
    saved: ['Avatar Updated', 'Your profile avatar has been updated successfully!'],
    notSaved: ['Upload Failed', 'Failed to update your avatar. Please try again.'],
    removed: ['Avatar Removed', 'Your profile avatar has been removed.'],
    notRemoved: ['Removal Failed', 'Failed to remove your avatar. Please try again.'],
  },
  banner: {
    card: 'Banner',
    about: 'This banner appears on your handle page.',
    custom: ['Custom Banner', 'Custom uploaded image'],
    fallback: ['Theme Banner', 'Comes with the theme of your page'],
    hint: 'Recommended size: 1200x400px. Supported formats: PNG, JPG, GIF (max 10MB)',
    upload: 'Upload Banner',
    remove: 'Remove Banner',
    uploading: 'Uploading your banner...',
    processing: 'Processing your banner...',
    saved: ['Banner Updated', 'Your profile banner has been updated successfully!'],
    notSaved: ['Upload Failed', 'Failed to update your banner. Please try again.'],
    removed: ['Banner Removed', 'Your profile banner has been removed.'],
    notRemoved: ['Error', 'Failed to remove your banner. Please try again.'],
  },
};

import type { Details } from './shared/details.ts';

/** The names of the fields of the Details tab, as the form has them. */
export const DETAIL_LABELS: Record<keyof Details | 'socialLinks', string> = {
  displayName: 'Display Name',
  bio: 'Bio',
  profilePicture: 'Profile Picture URL',
  bannerImage: 'Banner Image URL',
  profilePage: 'Profile Page',
  emailForwarding: 'Email Forwarding',
  forwardingEmail: 'Forward to Email',
  socialLinks: 'Social Media Links',
};

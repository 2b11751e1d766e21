import type { Details } from './shared/details.ts';

/** The labels of the fields on the Details tab, as in its form. */
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

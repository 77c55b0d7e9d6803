import type { Label } from '../api/contacts.ts'

/** Limits of tags and labels of a contact. */
export const CONTACT_TAGS_MAX = 50
export const CONTACT_LABELS_MAX = 20

/** Colors of labels. */
export const DEFAULT_LABELS: Label[] = [
  { name: 'New Lead', color: '#1c7ed6' },
  { name: 'Premium Lead', color: '#7048e8' },
  { name: 'Recent Purchase', color: '#2f9e44' },
  { name: 'High-Value Customer', color: '#e8590c' },
  { name: 'No Deal', color: '#868e96' },
  { name: 'Follow-up', color: '#f08c00' },
]

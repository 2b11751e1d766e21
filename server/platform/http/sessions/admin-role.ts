import type { FastifyRequest } from 'fastify';
import { type AdminRole, mayCall } from '../../../../contract/admin-roles.ts';
import { ApiError } from '../api-error.ts';

/** The columns of an account that state its role. */
export interface RoleColumns {
  email: string;
  /** Marks an owner. */
  is_admin: boolean;
  /** Any other role. */
  admin_role: string | null;
}

/** Returns the role of an account as an administrator, or null. `owners` are the addresses of ADMIN_EMAILS, in lower case. */
export function adminRoleOf(account: RoleColumns, owners: ReadonlySet<string>): AdminRole | null {
  if (account.is_admin || owners.has(account.email.toLowerCase())) return 'owner';
  return account.admin_role as AdminRole | null;
}

/** Returns the columns that store a role. */
export function roleColumns(role: AdminRole | null): Pick<RoleColumns, 'is_admin' | 'admin_role'> {
  return { is_admin: role === 'owner', admin_role: role === 'owner' ? null : role };
}

/** Throws `forbidden` without a role, and `role_required` if the role does not include the call. */
export function requireRole(request: FastifyRequest): void {
  const { call } = request.routeOptions.config;
  const role = request.account?.role;
  if (!role) throw new ApiError('forbidden');
  if (!call || !mayCall(role, call)) throw new ApiError('role_required');
}

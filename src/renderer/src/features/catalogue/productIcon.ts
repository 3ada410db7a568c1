/** A picture for products that have none: the provider's icon name where it is one of a small set, else a parcel. */
import {
  Building2,
  Cloud,
  Cpu,
  Database,
  Gauge,
  Globe,
  House,
  KeyRound,
  Layers,
  Lock,
  Mail,
  MapPin,
  Network,
  Package,
  RadioTower,
  Rocket,
  Router,
  Server,
  Shield,
  ShoppingBag,
  Smartphone,
  Star,
  Users,
  Wifi,
  Zap
} from '@lucide/vue'
import type { Component } from 'vue'

const ICONS = new Map(
  (
    [
      [Building2, 'building'],
      [Cloud, 'cloud'],
      [Cpu, 'chip cpu'],
      [Database, 'database'],
      [Gauge, 'gauge speed'],
      [Globe, 'earth globe world'],
      [House, 'home house residential'],
      [KeyRound, 'key'],
      [Layers, 'layers'],
      [Lock, 'lock'],
      [Mail, 'mail'],
      [MapPin, 'map pin'],
      [Network, 'network'],
      [RadioTower, 'antenna signal tower'],
      [Rocket, 'rocket'],
      [Router, 'isp router'],
      [Server, 'datacenter server'],
      [Shield, 'shield'],
      [ShoppingBag, 'cart'],
      [Smartphone, 'mobile phone sim smartphone'],
      [Star, 'star'],
      [Users, 'users'],
      [Wifi, 'wifi'],
      [Zap, 'bolt flash zap']
    ] as const
  ).flatMap(([icon, words]) => words.split(' ').map((word): [string, Component] => [word, icon]))
)

/** @param name the product's icon name, such as "smartphone" or "fa-globe-europe" */
export function productIcon(name: string | null): Component {
  for (const word of (name ?? '').toLowerCase().split('-')) {
    const icon = ICONS.get(word)
    if (icon) return icon
  }
  return Package
}
